import type { LedgerParty } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { type BankLineRow, selectLinesById, updateBankLine } from "./bank-line-store.ts";
import { type BankRuleRow, fitsLine, selectRules } from "./bank-rule.ts";
import { mostSuggestedFor, suggestFor } from "./find-suggestions.ts";
import { postFromLine } from "./post-bank-line.ts";
import type { ReadLine } from "./read-bank-rows.ts";

/** So many lines of a file are posted by rules, in the one transaction that takes it in. */
const mostPosted = 500;

type Fit = { id: string; rule: BankRuleRow };

/**
 * Posts new lines by the rules that are on, the oldest rule first, and says how many. What may be in the book already
 * is left to people, and so is what cannot be posted, with the reason.
 */
export async function applyBankRules(
  context: Context,
  account: string,
  lines: readonly { id: string; line: ReadLine }[],
): Promise<number> {
  const rules = (await selectRules(context, account)).filter(({ is_on: isOn }) => isOn);
  if (rules.length === 0) return 0;
  const fits = lines.flatMap(({ id, line }): Fit[] => {
    const rule = rules.find((one) => fitsLine(one, { ...line, amount_minor: line.amountMinor }));
    return rule ? [{ id, rule }] : [];
  });
  let posted = 0;
  for (let at = 0; at < fits.length; at += mostSuggestedFor) {
    const piece = fits.slice(at, at + mostSuggestedFor);
    posted += await postFitting(context, account, { fits: piece, most: mostPosted - posted });
  }
  return posted;
}

/** Posts lines that rules fit, up to so many; each is looked for in the book first, however many older lines wait. */
async function postFitting(
  context: Context,
  account: string,
  { fits, most }: { fits: readonly Fit[]; most: number },
): Promise<number> {
  const rows = await selectLinesById(
    context,
    fits.map(({ id }) => id),
  );
  const rowFor = new Map(rows.map((row) => [row.id, row]));
  const { suggestions, isWhole } = most > 0 ? await suggestFor(context, account, rows) : noSuggestions;
  let posted = 0;
  for (const { id, rule } of fits) {
    const row = rowFor.get(id);
    if (!row) continue;
    const isKnown = !isWhole || (suggestions.get(id) ?? []).length > 0;
    const problem =
      posted >= most
        ? `it posts ${mostPosted} lines of a file at most.`
        : isKnown
          ? "its entry may be in the book already."
          : await postByRule(context, row, rule);
    if (problem === null) posted += 1;
    else {
      await updateBankLine(context, id, { rule_problem: `The rule “${rule.name}” has not posted it: ${problem}` });
    }
  }
  return posted;
}

const noSuggestions: Awaited<ReturnType<typeof suggestFor>> = { suggestions: new Map(), isWhole: true };

/** Posts a line as a rule says, or tells why it cannot. */
async function postByRule(context: Context, row: BankLineRow, rule: BankRuleRow): Promise<string | null> {
  const posting = {
    counterAccount: rule.counter_account_id,
    party: rule.party === null ? null : { kind: rule.party_kind as LedgerParty, name: rule.party },
    text: rule.entry_text,
  };
  try {
    await postFromLine(context, row, posting, `Posted by the rule “${rule.name}”`);
    return null;
  } catch (error) {
    // What a rule cannot post is found before anything is written.
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}
