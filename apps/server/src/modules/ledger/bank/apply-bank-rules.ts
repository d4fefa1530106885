import type { LedgerParty } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { updateBankLine } from "./bank-line-store.ts";
import { fitsLine, selectRules } from "./bank-rule.ts";
import { findSuggestions } from "./find-suggestions.ts";
import { requireBankLine } from "./list-bank-lines.ts";
import { postFromLine } from "./post-bank-line.ts";
import type { ReadLine } from "./read-bank-rows.ts";

/** So many lines of a file are posted by rules, in the one transaction that takes it in. */
const mostPosted = 500;

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
  const suggestions = await findSuggestions(context, account);
  let posted = 0;
  for (const { id, line } of lines) {
    const rule = rules.find((one) => fitsLine(one, { ...line, amount_minor: line.amountMinor }));
    if (!rule) continue;
    const leave = (reason: string) =>
      updateBankLine(context, id, { rule_problem: `The rule “${rule.name}” has not posted it: ${reason}` });
    if (posted === mostPosted) {
      await leave(`it posts ${mostPosted} lines of a file at most.`);
      continue;
    }
    if ((suggestions.get(id) ?? []).length > 0) {
      await leave("its entry may be in the book already.");
      continue;
    }
    const posting = {
      counterAccount: rule.counter_account_id,
      party: rule.party === null ? null : { kind: rule.party_kind as LedgerParty, name: rule.party },
      text: rule.entry_text,
    };
    try {
      await postFromLine(context, await requireBankLine(context, id), posting, `Posted by the rule “${rule.name}”`);
      posted += 1;
    } catch (error) {
      // What a rule cannot post is found before anything is written.
      if (!(error instanceof AppError)) throw error;
      await leave(error.message);
    }
  }
  return posted;
}
