import type { getLedgerStatementMonths as contract, RouteOutput, StatementMonth } from "@console/contracts";
import type { z } from "zod";
import type { SnapshotContext } from "../../../platform/context.ts";
import { chooseAccount, chooseCurrency, chooseFewerDays, requireExact, resolveScope } from "./read-statement.ts";
import { type Activity, readActivity, selectCurrencies, selectMonths } from "./statement-store.ts";

/** More are no card: the statement of a shorter span has them. */
const mostMonths = 24;

/** The months of a statement, from the first one that has lines to the last. */
export async function readStatementMonths(
  context: SnapshotContext,
  input: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const { from = null, to = null } = input;
  const { account, scope } = await resolveScope(context, { ...input, openOnly: "0" });
  const currencies = await selectCurrencies(context, scope);
  const currency = await chooseCurrency(context, { asked: input.currency, own: account?.currency ?? null, currencies });
  const question = { scope, currency };
  const { opening } = await readActivity(context, question, { from, to });
  const months = addBalances(fillMonths(await selectMonths(context, question, { from, to })), opening, { from, to });
  const items = months.slice(-mostMonths);
  return { currency, earlier: months.length - items.length, items };
}

type Month = { month: string } & Activity;

/** Months without lines stand between those that have some. */
function fillMonths(months: readonly Month[]): Month[] {
  const byName = new Map(months.map((month) => [month.month, month]));
  const last = months.at(-1)?.month ?? "";
  const filled: Month[] = [];
  for (let month = months[0]?.month; month !== undefined && month <= last; month = nextMonth(month)) {
    filled.push(byName.get(month) ?? { month, debit: 0, credit: 0, lines: 0 });
  }
  return filled;
}

function addBalances(
  months: readonly Month[],
  opening: number,
  { from, to }: { from: string | null; to: string | null },
): StatementMonth[] {
  let balance = opening;
  return months.map(({ month, debit, credit, lines }) => {
    const before = balance;
    balance += debit - credit;
    const first = `${month}-01`;
    const end = `${nextMonth(month)}-01`;
    return {
      month,
      from: from !== null && from > first ? from : first,
      to: to !== null && to < end ? to : end,
      openingMinor: requireExact(before, chooseAccount),
      debitMinor: requireExact(debit, chooseFewerDays),
      creditMinor: requireExact(credit, chooseFewerDays),
      closingMinor: requireExact(balance, chooseAccount),
      lines,
    };
  });
}

function nextMonth(month: string): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7);
}
