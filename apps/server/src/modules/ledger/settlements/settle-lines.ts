import { randomUUID } from "node:crypto";
import { formatMoney } from "@console/figures/format";
import { sql } from "kysely";
import { type Context, readFormats } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { lockBook } from "../book/book-lock.ts";
import { closedLines, hasOpenItems } from "./closed-lines.ts";

/** How much of a line of the book is settled, with the sign of the line. */
export type SettledPart = { entry: string; line: number; amountMinor: number };

/** Settles lines of an account and a currency with each other, wholly or in part; the parts sum up to zero. */
export async function settleLines(
  context: Context,
  { account: name, currency, parts }: { account: string; currency: string; parts: readonly SettledPart[] },
): Promise<{ id: string }> {
  await lockBook(context);
  const account = await requireAccount(context, name);
  const rows = await selectOpen(context, { account: account.id, currency, parts });
  const [first] = rows;
  if (first && !first.has_open_items) {
    throw new AppError("conflict", `Account ${account.code} has no open items that could be settled.`);
  }
  const open = new Map(rows.map((row) => [`${row.entry_id} ${row.line}`, row]));
  const seen = new Set<string>();
  for (const [place, { entry, line, amountMinor }] of parts.entries()) {
    const key = `${entry} ${line}`;
    const row = open.get(key);
    if (!row) {
      throw wrongField(`parts.${place}`, `Account ${account.code} has no line ${line} of this entry in ${currency}.`);
    }
    if (seen.has(key)) throw wrongField(`parts.${place}`, `A line of entry ${row.seq} is named twice.`);
    seen.add(key);
    if (Math.sign(amountMinor) !== Math.sign(row.amount_minor)) {
      throw wrongField(`parts.${place}`, `Entry ${row.seq} is settled by its own side: a debit is above zero.`);
    }
    if (Math.abs(amountMinor) > Math.abs(row.open_minor)) {
      const left = formatMoney(Math.abs(row.open_minor), currency, readFormats(context));
      const message = `Entry ${row.seq} has only ${left} ${currency} open.`;
      throw new AppError("conflict", message, { fields: { [`parts.${place}`]: message } });
    }
  }
  requireZero(context, currency, parts);
  const id = randomUUID();
  const { db, tenantId, now, actor } = context;
  await db
    .insertInto("ledger_settlements")
    .values({
      tenant_id: tenantId,
      id,
      account_id: account.id,
      currency,
      created_at: now,
      created_by: actor.kind === "user" ? actor.uid : null,
    })
    .execute();
  await db
    .insertInto("ledger_settlement_lines")
    .values(
      parts.map(({ entry, line, amountMinor }) => ({
        tenant_id: tenantId,
        settlement_id: id,
        entry_id: entry,
        line,
        amount_minor: amountMinor,
      })),
    )
    .execute();
  return { id };
}

type OpenRow = {
  entry_id: string;
  line: number;
  seq: number;
  amount_minor: number;
  open_minor: number;
  has_open_items: boolean;
};

async function selectOpen(
  context: Context,
  { account, currency, parts }: { account: string; currency: string; parts: readonly SettledPart[] },
): Promise<OpenRow[]> {
  const { db, tenantId } = context;
  const entries = [...new Set(parts.map(({ entry }) => entry))];
  const { rows } = await sql<OpenRow>`
    select l.entry_id, l.line, e.seq, l.amount_minor, l.amount_minor - coalesce(c.closed_minor, 0) as open_minor,
      ${hasOpenItems} as has_open_items
    from ledger_lines l
    join ledger_entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    join ledger_accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id
    left join ${closedLines(context, entries)} c on c.entry_id = l.entry_id and c.line = l.line
    where l.tenant_id = ${tenantId} and l.entry_id = any(${entries}::uuid[]) and l.account_id = ${account}::uuid
      and l.currency = ${currency}`.execute(db);
  return rows;
}

function requireZero(context: Context, currency: string, parts: readonly SettledPart[]): void {
  const sum = parts.reduce((total, { amountMinor }) => total + BigInt(amountMinor), 0n);
  if (sum === 0n) return;
  const difference = formatMoney(Math.abs(Number(sum)), currency, readFormats(context));
  const side = sum > 0n ? "debits" : "credits";
  throw wrongField("parts", `The parts do not settle each other: the ${side} are ${difference} ${currency} higher.`);
}
