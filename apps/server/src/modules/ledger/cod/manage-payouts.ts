import { randomUUID } from "node:crypto";
import type {
  addPayout as addContract,
  CodPayout,
  getPayout as getContract,
  listPayouts as listContract,
  PayoutLine,
  listPayable as payableContract,
  listPayableLines as payableLinesContract,
  RouteOutput,
} from "@console/contracts";
import { mostPayoutLines } from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import type { z } from "zod";
import { type Context, readFormats } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { requireExact } from "../statements/read-statement.ts";
import { fillFlowColumns, postFlow, presentFlowPage, presentFlows, writeOnce } from "./flow.ts";
import { writeFlowLine } from "./flow-line.ts";
import {
  findPayout,
  type PayableLine,
  type PayoutRow,
  selectPayable,
  selectPayableLines,
  selectPayoutLines,
  selectPayouts,
} from "./payout-store.ts";
import { choosePurposeAccount } from "./purpose-accounts.ts";
import { settlePayouts } from "./settle-payouts.ts";

type Input = z.output<(typeof addContract)["input"]>;

export async function listPayable(
  context: Context,
  { kind }: z.output<(typeof payableContract)["input"]>,
): Promise<RouteOutput<typeof payableContract>> {
  const rows = await selectPayable(context, kind);
  return {
    items: rows.map(({ party, currency, owed, lines }) => ({ party, currency, owedMinor: requireExact(owed), lines })),
  };
}

export async function listPayableLines(
  context: Context,
  input: z.output<(typeof payableLinesContract)["input"]>,
): Promise<RouteOutput<typeof payableLinesContract>> {
  const rows = await selectPayableLines(context, input, null);
  return {
    currency: input.currency,
    owedMinor: requireExact(-rows.reduce((sum, row) => sum + row.open_minor, 0)),
    total: rows.length,
    items: rows.slice(0, mostPayoutLines).map(presentLine),
  };
}

export async function listPayouts(
  context: Context,
  input: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const { page, limit } = input;
  return presentFlowPage(context, await selectPayouts(context, input), { page, limit, present: presentPayouts });
}

export async function getPayout(
  context: Context,
  { payout: id }: z.output<(typeof getContract)["input"]>,
): Promise<RouteOutput<typeof getContract>> {
  const row = await findPayout(context, { id });
  const [payout] = row ? await presentPayouts(context, [row]) : [];
  if (!row || !payout) throw new AppError("not_found", "There is no such payout.");
  return { ...payout, items: await selectPayoutLines(context, row.id) };
}

/** Pays what lines come to, and settles them with it. */
export function addPayout(context: Context, input: Input): Promise<CodPayout> {
  const find = (_: Context, key: string) => findPayout(context, { key });
  return writeOnce(context, input, { find, write: writePayout, present: presentPayouts });
}

async function writePayout(context: Context, input: Input, fingerprint: string): Promise<void> {
  const { kind, party, currency, reference } = input;
  const lines = await takeLines(context, input);
  const amount = -lines.reduce((sum, line) => sum + line.open_minor, 0);
  const [first] = lines;
  if (!first || amount <= 0) {
    const money = formatMoney(Math.abs(amount), currency, readFormats(context));
    throw wrongField("lines", `These lines come to ${money} ${currency} that ${party} owes. Choose others.`);
  }
  const account = first.account_id;
  if (lines.some((line) => line.account_id !== account)) throw wrongField("lines", "Choose lines of one account.");
  const bank = await choosePurposeAccount(context, { purpose: "bank", currency, chosen: input.bank, field: "bank" });
  const id = randomUUID();
  const entry = await postFlow(context, {
    kind: "payout",
    id,
    key: input.key,
    text: `Payout to ${party}`,
    reference,
    lines: [
      writeFlowLine({ account, currency, amountMinor: amount, [kind]: party }),
      writeFlowLine({ account: bank.id, currency, amountMinor: -amount }),
    ],
  });
  await context.db
    .insertInto("ledger_payouts")
    .values({
      ...fillFlowColumns(context, { id, key: input.key, fingerprint, entry }),
      party_kind: kind,
      party,
      account_id: account,
      bank_account_id: bank.id,
      currency,
      amount_minor: amount,
      reference,
    })
    .execute();
  await context.db
    .insertInto("ledger_payout_lines")
    .values(
      lines.map((line) => ({
        tenant_id: context.tenantId,
        payout_id: id,
        entry_id: line.entry_id,
        line: line.line,
        amount_minor: line.open_minor,
      })),
    )
    .execute();
  await settlePayouts(context);
}

/** The open lines that were chosen, each once. */
async function takeLines(context: Context, input: Input): Promise<PayableLine[]> {
  const open = new Map(
    (await selectPayableLines(context, input, null)).map((row) => [`${row.entry_id} ${row.line}`, row]),
  );
  const wanted = [...new Set(input.lines.map(({ entry, line }) => `${entry} ${line}`))];
  return wanted.map((key) => {
    const row = open.get(key);
    if (!row)
      throw new AppError("conflict", "A line is paid already, or is not open with this party. Load them again.");
    return row;
  });
}

function presentLine(row: PayableLine): PayoutLine {
  return {
    entry: row.entry_id,
    number: row.seq,
    line: row.line,
    valueDay: row.value_day,
    text: row.text,
    reference: row.reference,
    openMinor: row.open_minor,
  };
}

function presentPayouts(context: Context, rows: readonly PayoutRow[]): Promise<CodPayout[]> {
  return presentFlows(context, rows, (row) => ({
    kind: row.party_kind,
    party: row.party,
    amountMinor: row.amount_minor,
    reference: row.reference,
    lines: row.lines,
  }));
}
