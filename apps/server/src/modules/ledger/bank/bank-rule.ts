import { createHash } from "node:crypto";
import type { Selectable } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import type { BankLineRow } from "./bank-line-store.ts";

export type BankRuleRow = Selectable<DB["ledger_bank_rules"]>;

/** What a rule is about: its trial stands for these words alone. */
export type BankRuleContent = Omit<
  BankRuleRow,
  "tenant_id" | "id" | "is_on" | "tried_fingerprint" | "tried_at" | "created_at" | "created_by"
>;

type Line = Pick<BankLineRow, "text" | "counterparty" | "amount_minor">;

/** Whether a rule is for a line. */
export function fitsLine(
  rule: Omit<BankRuleContent, "account_id" | "name" | "counter_account_id">,
  line: Line,
): boolean {
  const contains = (text: string | null, part: string | null) =>
    part === null || (text ?? "").toLowerCase().includes(part.toLowerCase());
  const size = Math.abs(line.amount_minor);
  return (
    contains(line.text, rule.text_contains) &&
    contains(line.counterparty, rule.counterparty_contains) &&
    (rule.direction === null || (rule.direction === "in") === line.amount_minor > 0) &&
    (rule.least_minor === null || size >= rule.least_minor) &&
    (rule.most_minor === null || size <= rule.most_minor)
  );
}

/** What a rule says, in short: another word makes another one. */
export function fingerprintRule(rule: BankRuleContent): string {
  const content = [
    rule.account_id,
    rule.text_contains,
    rule.counterparty_contains,
    rule.direction,
    rule.least_minor,
    rule.most_minor,
    rule.counter_account_id,
    rule.party_kind,
    rule.party,
    rule.entry_text,
  ];
  return createHash("sha256").update(JSON.stringify(content)).digest("base64url");
}

/** The rules of an account in the order in which they are tried: the oldest first. */
export function selectRules({ db, tenantId }: Pick<Context, "db" | "tenantId">, account: string) {
  return db
    .selectFrom("ledger_bank_rules")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("account_id", "=", account)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
