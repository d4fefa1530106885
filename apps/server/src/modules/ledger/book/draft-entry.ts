import { createHash } from "node:crypto";
import type { postLedgerEntry as postContract } from "@console/contracts";
import { largestAmount } from "@console/contracts/ledger-words";
import { countCurrencyDigits } from "@console/figures/currency";
import { formatMoney } from "@console/figures/format";
import type { z } from "zod";
import { type Context, readFormats } from "../../../platform/context.ts";
import { wrongField } from "../../../platform/errors.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { type AccountRow, findAccounts } from "../accounts/account-store.ts";
import { requireCurrency } from "../accounts/require-currency.ts";
import { findLastClosedMonth } from "../periods/period-store.ts";
import type { BookEntry, BookLine } from "./book-entry.ts";
import { convertLines } from "./convert-lines.ts";
import { decidePostingDay } from "./posting-day.ts";

export type EntryInput = z.output<(typeof postContract)["input"]>;

/** Where an entry comes from, beside what its caller says. */
export type EntryOrigin = { source: string; cause: { kind: string; id: string } | null };

/** What entries are drafted with, read once for all of them. */
export type Desk = {
  accounts: ReadonlyMap<string, AccountRow>;
  /** The currency of the tenant. */
  base: string;
  today: string;
  lastClosedMonth: string | null;
};

/** Reads what it takes to draft entries; the caller has taken the turn of the book. */
export async function loadDesk(context: Context, inputs: readonly Pick<EntryInput, "lines">[]): Promise<Desk> {
  const names = inputs.flatMap(({ lines }) => lines.map(({ account }) => account));
  const { timeZone, currency } = (await loadMetricState(context)).settings;
  return {
    accounts: await findAccounts(context, names),
    base: currency,
    today: dayIn(timeZone, context.now),
    lastClosedMonth: await findLastClosedMonth(context),
  };
}

type Place = { origin: EntryOrigin; desk: Desk; id: string };

/** The entry that an input asks for, as it would count at once; refused where it may not be posted. */
export function draftEntry(
  context: Context,
  input: EntryInput,
  { origin, desk, id }: Place,
): { entry: BookEntry; lines: BookLine[] } {
  const { accounts, base } = desk;
  const plain = input.lines.map((line, place) => readLine(line, place, { accounts, base }));
  requireBalance(context, plain);
  requireRates(input.rates, { lines: plain, base });
  const worth = convertLines(plain, { base, rates: input.rates });
  const lines = plain.map((line, place) => ({ ...line, base_minor: worth?.[place] ?? null }));
  if (sumDebits(lines.map((line) => line.base_minor ?? 0)) > largestAmount) {
    throw wrongField("rates", `The entry is worth more in ${base} than a book can hold. Check the rate.`);
  }
  const days = decidePostingDay(desk, { postingDay: input.postingDay, valueDay: input.valueDay });
  const entry: BookEntry = {
    id,
    kind: "entry",
    about: null,
    is_pending: false,
    needs_approval: false,
    key: input.key,
    fingerprint: fingerprintEntry(input, accounts),
    posting_day: days.postingDay,
    value_day: days.valueDay,
    text: input.text,
    reference: input.reference,
    source: origin.source,
    cause: origin.cause,
    base_currency: worth ? base : null,
    rates: Object.keys(input.rates).length > 0 ? input.rates : null,
    pending_lines: null,
    created_at: context.now,
    created_by: context.actor.kind === "user" ? context.actor.uid : null,
  };
  return { entry, lines };
}

/** What was said with a key, however the accounts were named. */
export function fingerprintEntry(input: EntryInput, accounts: ReadonlyMap<string, AccountRow>): string {
  const { text, postingDay, valueDay, reference, rates, isPending } = input;
  const lines = input.lines.map(({ account, ...line }) => [
    accounts.get(account)?.id ?? account,
    line.amountMinor,
    line.currency ?? null,
    [line.customer, line.supplier, line.driver, line.branch, line.costCenter],
    line.dueDay,
    line.text,
  ]);
  const content = [
    text,
    postingDay ?? null,
    valueDay ?? null,
    reference,
    Object.entries(rates).sort(),
    isPending,
    lines,
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

type Reading = { accounts: ReadonlyMap<string, AccountRow>; base: string };

function readLine(line: EntryInput["lines"][number], place: number, { accounts, base }: Reading): BookLine {
  const account = accounts.get(line.account);
  const field = `lines.${place}.account`;
  if (!account) throw wrongField(field, `There is no account ${line.account}.`);
  if (!account.is_open) throw wrongField(field, `Account ${account.code} is closed.`);
  const currency = line.currency ?? account.currency ?? base;
  requireCurrency(currency, `lines.${place}.currency`);
  if (account.currency !== null && account.currency !== currency) {
    throw wrongField(`lines.${place}.currency`, `Account ${account.code} takes ${account.currency} only.`);
  }
  const party = (kind: string) => (account.party_kind === kind ? account.party : null);
  return {
    line: place + 1,
    account_id: account.id,
    currency,
    amount_minor: line.amountMinor,
    base_minor: null,
    due_day: line.dueDay,
    customer: line.customer ?? party("customer"),
    supplier: line.supplier ?? party("supplier"),
    driver: line.driver ?? party("driver"),
    branch: line.branch ?? party("branch"),
    cost_center: line.costCenter,
    text: line.text,
  };
}

/** Each currency has an amount that can be told exactly, and debits and credits that are equal. */
function requireBalance(context: Context, lines: readonly BookLine[]): void {
  for (const [currency, amounts] of groupAmounts(lines)) {
    const formats = readFormats(context);
    if (Math.max(sumDebits(amounts), sumDebits(amounts.map((amount) => -amount))) > largestAmount) {
      const largest = formatMoney(largestAmount, currency, formats);
      throw wrongField("lines", `An entry moves at most ${largest} ${currency}. Post several.`);
    }
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    if (sum === 0) continue;
    const difference = formatMoney(Math.abs(sum), currency, formats);
    throw wrongField(
      "lines",
      `The entry does not balance: its ${sum > 0 ? "debits" : "credits"} are ${difference} ${currency} higher.`,
    );
  }
}

/** A rate is for a currency of the lines, and not for the one that it leads to. */
function requireRates(rates: EntryInput["rates"], { lines, base }: { lines: readonly BookLine[]; base: string }): void {
  for (const currency of Object.keys(rates)) {
    if (currency === base) throw wrongField("rates", `${base} is your own currency: it has no rate.`);
    if (lines.every((line) => line.currency !== currency)) throw wrongField("rates", `No line is in ${currency}.`);
  }
}

/**
 * Whether an entry takes a second person. What nobody can compare with the limit takes one too. Each currency counts by
 * its face value or by what it is worth, whichever is more: the rate is what the poster says.
 */
export function exceeds(
  { limit, base }: { limit: number | null; base: string },
  lines: readonly Pick<BookLine, "currency" | "amount_minor" | "base_minor">[],
): boolean {
  if (limit === null) return false;
  if (lines.some((line) => line.base_minor === null)) return true;
  const sums = [...new Set(lines.map(({ currency }) => currency))].map((currency) => {
    const own = lines.filter((line) => line.currency === currency);
    const scale = 10 ** (countCurrencyDigits(base) - countCurrencyDigits(currency));
    const face = sumDebits(own.map((line) => line.amount_minor)) * scale;
    return Math.max(face, sumDebits(own.map((line) => line.base_minor ?? 0)));
  });
  return sums.reduce((total, sum) => total + sum, 0) >= limit;
}

function groupAmounts(lines: readonly Pick<BookLine, "currency" | "amount_minor">[]): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { currency, amount_minor: amount } of lines) {
    const amounts = groups.get(currency) ?? [];
    amounts.push(amount);
    groups.set(currency, amounts);
  }
  return groups;
}

const sumDebits = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + Math.max(amount, 0), 0);
