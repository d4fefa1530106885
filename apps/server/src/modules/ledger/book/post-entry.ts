import { createHash, randomUUID } from "node:crypto";
import type { LedgerEntry, postLedgerEntry as postContract } from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import type { z } from "zod";
import { type Context, readFormats } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { dayIn, loadMetricState } from "../../metrics/index.ts";
import { type AccountRow, findAccounts } from "../accounts/account-store.ts";
import { requireCurrency } from "../accounts/manage-accounts.ts";
import type { BookLine } from "./book-entry.ts";
import { lockBook } from "./book-lock.ts";
import { convertLines } from "./convert-lines.ts";
import { findEntry } from "./entry-store.ts";
import { choosePostingDay } from "./posting-day.ts";
import { presentEntry, readEntry } from "./present-entry.ts";
import { findApprovalLimit } from "./settings.ts";
import { writeBook } from "./write-book.ts";

type Input = z.output<(typeof postContract)["input"]>;

/** Where an entry comes from, beside what its caller says. */
export type EntryOrigin = { source: string; cause: { kind: string; id: string } | null };

const byHand: EntryOrigin = { source: "by hand", cause: null };

/** Posts an entry, once for its key; above the tenant's limit it waits for a second person. */
export async function postEntry(context: Context, input: Input, origin = byHand): Promise<LedgerEntry> {
  await lockBook(context);
  const accounts = await findAccounts(
    context,
    input.lines.map(({ account }) => account),
  );
  const fingerprint = fingerprintEntry(input, accounts);
  const stored = await findEntry(context, { key: input.key });
  if (stored) {
    if (stored.fingerprint === fingerprint) return presentEntry(context, stored);
    const message = `The key ${input.key} belongs to entry ${stored.seq}, which says something else.`;
    throw new AppError("conflict", message, { fields: { key: message } });
  }
  const { timeZone, currency: base } = (await loadMetricState(context)).settings;
  const plain = input.lines.map((line, place) => readLine(line, place, { accounts, base }));
  requireBalance(context, plain);
  for (const currency of Object.keys(input.rates)) requireCurrency(currency, "rates");
  const worth = convertLines(plain, { base, rates: input.rates });
  const lines = plain.map((line, place) => ({ ...line, base_minor: worth?.[place] ?? null }));
  const days = await choosePostingDay(context, {
    postingDay: input.postingDay,
    valueDay: input.valueDay,
    today: dayIn(timeZone, context.now),
  });
  const needsApproval = exceeds(await findApprovalLimit(context), lines);
  const isPending = input.isPending || needsApproval;
  const id = randomUUID();
  const entry = {
    id,
    kind: "entry" as const,
    about: null,
    is_pending: isPending,
    needs_approval: needsApproval,
    key: input.key,
    fingerprint,
    posting_day: days.postingDay,
    value_day: days.valueDay,
    text: input.text,
    reference: input.reference,
    source: origin.source,
    cause: origin.cause,
    base_currency: worth ? base : null,
    rates: Object.keys(input.rates).length > 0 ? input.rates : null,
    pending_lines: isPending ? lines : null,
    created_at: context.now,
    created_by: context.actor.kind === "user" ? context.actor.uid : null,
  };
  await writeBook(context, [{ entry, lines: isPending ? [] : lines }]);
  return readEntry(context, id);
}

/** What was said with a key, however the accounts were named. */
function fingerprintEntry(input: Input, accounts: ReadonlyMap<string, AccountRow>): string {
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

function readLine(line: Input["lines"][number], place: number, { accounts, base }: Reading): BookLine {
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

/** Debits and credits are equal in each currency. */
function requireBalance(context: Context, lines: readonly BookLine[]): void {
  const sums = new Map<string, number>();
  for (const { currency, amount_minor: amount } of lines) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  for (const [currency, sum] of sums) {
    if (sum === 0) continue;
    const difference = formatMoney(Math.abs(sum), currency, readFormats(context));
    throw wrongField(
      "lines",
      `The entry does not balance: its ${sum > 0 ? "debits" : "credits"} are ${difference} ${currency} higher.`,
    );
  }
}

/** Whether an entry takes a second person. What nobody can compare with the limit takes one too. */
export function exceeds(
  limit: number | null,
  lines: readonly Pick<BookLine, "amount_minor" | "base_minor">[],
): boolean {
  if (limit === null) return false;
  const debits = lines.filter((line) => line.amount_minor > 0);
  if (debits.some((line) => line.base_minor === null)) return true;
  return debits.reduce((sum, line) => sum + (line.base_minor ?? 0), 0) >= limit;
}
