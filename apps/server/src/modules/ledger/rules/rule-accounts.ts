import type { Context } from "../../../platform/context.ts";
import { type AccountRow, findAccounts } from "../accounts/account-store.ts";
import type { RuleRow } from "./rule-store.ts";

/** The accounts that rules name, by their ids. */
export async function findRuleAccounts(
  context: Context,
  rules: readonly Pick<RuleRow, "content" | "earlier">[],
): Promise<Map<string, AccountRow>> {
  const contents = rules.flatMap(({ content, earlier }) => [content, ...earlier.map((version) => version.content)]);
  const names = contents.flatMap(({ debit, credit, taxAccount }) => [debit.account, credit.account, taxAccount ?? []]);
  return findAccounts(context, names.flat());
}
