import type { getLedgerStatement as contract, LedgerStatement } from "@console/contracts";
import type { z } from "zod";
import type { Context, SnapshotContext } from "../../../platform/context.ts";
import { AppError, emptyRange, wrongField } from "../../../platform/errors.ts";
import { loadMetricState } from "../../metrics/index.ts";
import type { AccountRow } from "../accounts/account-store.ts";
import { presentAccount, requireAccount } from "../accounts/manage-accounts.ts";
import { requireCurrency } from "../accounts/require-currency.ts";
import { nameAccounts } from "../book/entry-store.ts";
import { selectOpenAmounts } from "../settlements/open-item-store.ts";
import type { StatementScope } from "./statement-scope.ts";
import {
  type LineFilter,
  readActivity,
  type StatementRow,
  selectCurrencies,
  selectStatementLines,
  sumFiltered,
} from "./statement-store.ts";

type Input = z.output<(typeof contract)["input"]>;
const mostWords = 6;

/** The statement of an account or of a party, a page at a time. */
export async function readStatement(context: SnapshotContext, input: Input): Promise<LedgerStatement> {
  const { from = null, to = null, limit, order } = input;
  const { account, scope } = await resolveScope(context, input);
  const currencies = await selectCurrencies(context, scope);
  const currency = await chooseCurrency(context, { asked: input.currency, own: account?.currency ?? null, currencies });
  const question = { scope, currency };
  const span = { from, to };
  const activity = await readActivity(context, question, span);
  const filter = readFilter(input);
  const isFiltered =
    filter.words.length > 0 ||
    filter.side !== null ||
    filter.least !== null ||
    filter.most !== null ||
    filter.isOpenOnly;
  const shown = isFiltered ? await sumFiltered(context, question, span, filter) : activity;
  const pages = Math.max(1, Math.ceil(shown.lines / limit));
  // Lines may have gone from a filter since the page was counted.
  const page = Math.min(input.page, pages);
  const place = pagePlace({ page, limit, order, lines: shown.lines });
  const rows =
    place.limit > 0 ? await selectStatementLines(context, question, span, { filter, isFiltered, ...place }) : [];
  const accounts = await nameAccounts(context, [...new Set(rows.map((row) => row.account_id))]);
  const open = await selectOpenAmounts(
    context,
    rows.map((row) => ({ entry: row.entry_id, line: row.line })),
  );
  const items = rows.map((row) => ({
    ...presentLine(row, accounts.get(row.account_id)),
    openMinor: open.get(`${row.entry_id} ${row.line}`) ?? null,
  }));
  const closing = activity.opening + activity.debit - activity.credit;
  return {
    account: account && presentAccount(account),
    currency,
    currencies,
    from,
    to,
    openingMinor: requireExact(activity.opening, chooseAccount),
    debitMinor: requireExact(activity.debit, chooseFewerDays),
    creditMinor: requireExact(activity.credit, chooseFewerDays),
    closingMinor: requireExact(closing, chooseAccount),
    lines: activity.lines,
    shown: { lines: shown.lines, debitMinor: shown.debit, creditMinor: shown.credit },
    notShownMinor: closing - activity.opening - (shown.debit - shown.credit),
    page,
    pages,
    items: order === "newest" ? items.reverse() : items,
  };
}

/** Whose statement is meant; what is wrong with the question is told. */
export async function resolveScope(
  context: Context,
  input: Omit<Input, "order" | "page" | "limit">,
): Promise<{ account: AccountRow | null; scope: StatementScope }> {
  const { from, to, customer = null, supplier = null, driver = null, branch = null } = input;
  if (from !== undefined && to !== undefined && to <= from) throw emptyRange("to", from);
  const account = input.account === undefined ? null : await requireAccount(context, input.account);
  const scope: StatementScope = { account: account?.id ?? null, customer, supplier, driver, branch };
  if (Object.values(scope).every((part) => part === null)) {
    throw wrongField("account", "Choose an account, a customer, a supplier, a driver or a branch.");
  }
  return { account, scope };
}

/** The tenant's own currency where there are lines in it, or else the first one. */
export async function chooseCurrency(
  context: SnapshotContext,
  { asked, own, currencies }: { asked: string | undefined; own: string | null; currencies: readonly string[] },
): Promise<string> {
  if (asked !== undefined) {
    requireCurrency(asked);
    return asked;
  }
  if (own !== null) return own;
  const { currency } = (await loadMetricState(context)).settings;
  return currencies.includes(currency) ? currency : (currencies[0] ?? currency);
}

function readFilter({ q = "", side, leastMinor, mostMinor, openOnly }: Input): LineFilter {
  return {
    words: q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords),
    side: side ?? null,
    least: leastMinor ?? null,
    most: mostMinor ?? null,
    isOpenOnly: openOnly === "1",
  };
}

/** Which lines a page has, counted from the oldest, whichever end it is read from. */
function pagePlace({ page, limit, order, lines }: Pick<Input, "page" | "limit" | "order"> & { lines: number }) {
  const skip = (page - 1) * limit;
  const left = Math.max(0, Math.min(limit, lines - skip));
  return { skip: order === "newest" ? Math.max(0, lines - skip - left) : skip, limit: left };
}

function presentLine(
  row: StatementRow,
  account: { id: string; code: string; name: string } | undefined,
): Omit<LedgerStatement["items"][number], "openMinor"> {
  return {
    entry: row.entry_id,
    number: row.number,
    line: row.line,
    postingDay: row.posting_day,
    valueDay: row.value_day,
    account: account ?? { id: row.account_id, code: "", name: "" },
    text: row.text,
    reference: row.reference,
    dueDay: row.due_day,
    debitMinor: Math.max(row.amount_minor, 0),
    creditMinor: Math.max(-row.amount_minor, 0),
    balanceMinor: requireExact(row.balance, chooseAccount),
    isReversal: row.is_reversal,
    reversedBy:
      row.reversal_id !== null && row.reversal_seq !== null ? { id: row.reversal_id, number: row.reversal_seq } : null,
  };
}

/** What makes the sums of a statement smaller: fewer days for what was posted, one account for what is open. */
export const chooseFewerDays = "Choose fewer days.";
export const chooseAccount = "Choose one account.";

/** A sum that can be told to the minor unit, or else what can be done about it. */
export function requireExact(sum: number, hint?: string): number {
  if (Number.isSafeInteger(sum)) return sum;
  const problem = "The sum is too large to be told exactly.";
  throw new AppError("conflict", hint === undefined ? problem : `${problem} ${hint}`);
}
