import type { BankRuleTrial, tryBankRule as contract } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { addDays, dayIn, loadMetricState } from "../../metrics/index.ts";
import { lockBook } from "../book/book-lock.ts";
import { requireExact } from "../statements/read-statement.ts";
import { selectLinesSince } from "./bank-line-store.ts";
import { fingerprintRule, fitsLine } from "./bank-rule.ts";
import { readState } from "./list-bank-lines.ts";
import { readRule, requireRule, updateRule } from "./manage-bank-rules.ts";

const trialDays = 30;
const shownLines = 50;

/** Which lines of the last 30 days a rule would have posted. Nothing is posted; the rule can be switched on after it. */
export async function tryBankRule(
  context: Context,
  { rule: id }: z.output<(typeof contract)["input"]>,
): Promise<BankRuleTrial> {
  await lockBook(context);
  const row = await requireRule(context, id);
  const { timeZone } = (await loadMetricState(context)).settings;
  const from = addDays(dayIn(timeZone, context.now), -trialDays);
  const lines = await selectLinesSince(context, row.account_id, from);
  const fits = lines.filter((line) => fitsLine(row, line));
  const sums = new Map<string, number>();
  for (const { currency, amount_minor: amount } of fits) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  await updateRule(context, row.id, { tried_fingerprint: fingerprintRule(row), tried_at: context.now });
  return {
    rule: await readRule(context, row.id),
    from,
    lines: lines.length,
    fits: fits.length,
    sums: [...sums].map(([currency, amount]) => ({ currency, amountMinor: requireExact(amount) })),
    items: fits.slice(0, shownLines).map((line) => ({
      id: line.id,
      day: line.day,
      amountMinor: line.amount_minor,
      currency: line.currency,
      text: line.text,
      counterparty: line.counterparty,
      state: readState(line),
    })),
  };
}
