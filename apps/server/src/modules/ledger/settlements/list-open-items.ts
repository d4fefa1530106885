import type { listLedgerOpenItems as contract, LedgerOpenItem, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context, SnapshotContext } from "../../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { nameAccounts } from "../book/entry-store.ts";
import { chooseAccount, requireExact } from "../statements/read-statement.ts";
import {
  type OpenItemFilter,
  type OpenItemPlace,
  type OpenItemRow,
  selectOpenItems,
  sumOpenItems,
} from "./open-item-store.ts";

type Input = z.output<(typeof contract)["input"]>;
const mostWords = 6;

/** Lines that are not wholly settled, a page at a time. */
export async function listOpenItems(
  context: SnapshotContext,
  { cursor, limit, ...asked }: Input,
): Promise<RouteOutput<typeof contract>> {
  const filter = await readFilter(context, asked);
  const rows = await selectOpenItems(context, filter, { after: readPlace(cursor), limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const totals = await sumOpenItems(context, filter);
  return {
    items: await presentOpenItems(context, shown),
    next:
      rows.length > limit && last ? writeCursor([last.posting_day, String(last.line_seq), String(last.line)]) : null,
    totals: totals.map(({ currency, lines, debit, credit }) => ({
      currency,
      lines,
      debitMinor: requireExact(debit, chooseAccount),
      creditMinor: requireExact(credit, chooseAccount),
    })),
  };
}

type Asked = Pick<Input, "account" | "customer" | "supplier" | "driver" | "branch" | "currency" | "q">;

export async function readFilter(context: Context, asked: Asked): Promise<OpenItemFilter> {
  const { customer = null, supplier = null, driver = null, branch = null, currency = null, q = "" } = asked;
  const account = asked.account === undefined ? null : await requireAccount(context, asked.account);
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  return { account: account?.id ?? null, customer, supplier, driver, branch, currency, words };
}

export async function presentOpenItems(context: Context, rows: readonly OpenItemRow[]): Promise<LedgerOpenItem[]> {
  const accounts = await nameAccounts(context, [...new Set(rows.map((row) => row.account_id))]);
  return rows.map((row) => ({
    entry: row.entry_id,
    number: row.seq,
    line: row.line,
    account: accounts.get(row.account_id) ?? { id: row.account_id, code: "", name: "" },
    currency: row.currency,
    postingDay: row.posting_day,
    dueDay: row.due_day,
    text: row.text,
    reference: row.reference,
    party: row.party,
    amountMinor: row.amount_minor,
    openMinor: row.open_minor,
  }));
}

function readPlace(cursor: string | undefined): OpenItemPlace | null {
  if (cursor === undefined) return null;
  const [day, seq, line] = readCursor(cursor, 3) ?? [];
  const isPlace = /^\d{4}-\d\d-\d\d$/.test(day ?? "") && /^\d{1,15}$/.test(seq ?? "") && /^\d{1,4}$/.test(line ?? "");
  if (isPlace && typeof day === "string") return { day, seq: Number(seq), line: Number(line) };
  throw foreignCursor();
}
