import { randomUUID } from "node:crypto";
import type {
  BankRule,
  changeBankRule as changeContract,
  createBankRule as createContract,
  LedgerParty,
  listBankRules as listContract,
  RouteOutput,
  removeBankRule as removeContract,
  switchBankRule as switchContract,
} from "@console/contracts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { lockBook } from "../book/book-lock.ts";
import { nameAccounts } from "../book/entry-store.ts";
import { type BankRuleContent, type BankRuleRow, fingerprintRule, selectRules } from "./bank-rule.ts";

const mostRules = 100;

export async function listBankRules(
  context: Context,
  { account: name }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const { id } = await requireAccount(context, name);
  return { items: await presentRules(context, await selectRules(context, id)) };
}

/** Adds a rule, which is off until it was tried. */
export async function createBankRule(
  context: Context,
  { account: name, ...said }: z.output<(typeof createContract)["input"]>,
): Promise<BankRule> {
  await lockBook(context);
  const account = await requireAccount(context, name);
  const rules = await selectRules(context, account.id);
  if (rules.length >= mostRules) throw new AppError("conflict", `An account has up to ${mostRules} rules.`);
  const content = await readContent(context, account.id, said);
  await requireFreeName(context, { id: null, account: account.id, name: content.name });
  const id = randomUUID();
  const { db, tenantId, now, actor } = context;
  await db
    .insertInto("ledger_bank_rules")
    .values({
      ...content,
      tenant_id: tenantId,
      id,
      is_on: false,
      created_at: now,
      created_by: actor.kind === "user" ? actor.uid : null,
    })
    .execute();
  return readRule(context, id);
}

/** Changes what a rule says; it is off until it was tried again. */
export async function changeBankRule(
  context: Context,
  { rule: id, ...said }: z.output<(typeof changeContract)["input"]>,
): Promise<BankRule> {
  await lockBook(context);
  const row = await requireRule(context, id);
  const content = await readContent(context, row.account_id, said);
  await requireFreeName(context, { id: row.id, account: row.account_id, name: content.name });
  const isSame = fingerprintRule(content) === fingerprintRule(row);
  await updateRule(context, row.id, { ...content, ...(!isSame && { is_on: false }) });
  return readRule(context, row.id);
}

/** Switches a rule on, once it was tried as it is, or off. */
export async function switchBankRule(
  context: Context,
  { rule: id, isOn }: z.output<(typeof switchContract)["input"]>,
): Promise<BankRule> {
  await lockBook(context);
  const row = await requireRule(context, id);
  if (isOn && row.tried_fingerprint !== fingerprintRule(row)) {
    throw new AppError("conflict", "Try the rule first: it was not tried as it is now.");
  }
  await updateRule(context, row.id, { is_on: isOn });
  return readRule(context, row.id);
}

export async function removeBankRule(
  context: Context,
  { rule: id }: z.output<(typeof removeContract)["input"]>,
): Promise<Record<string, never>> {
  await lockBook(context);
  const row = await requireRule(context, id);
  await context.db
    .deleteFrom("ledger_bank_rules")
    .where("tenant_id", "=", context.tenantId)
    .where("id", "=", row.id)
    .execute();
  return {};
}

type Said = Omit<z.output<(typeof changeContract)["input"]>, "rule">;

async function readContent(context: Context, account: string, said: Said): Promise<BankRuleContent> {
  const { leastMinor, mostMinor, party } = said;
  const conditions = [said.textContains, said.counterpartyContains, said.direction, leastMinor, mostMinor];
  if (conditions.every((condition) => condition === null)) {
    throw wrongField(
      "textContains",
      "Say which lines the rule is for: a text, a counterparty, a direction or an amount.",
    );
  }
  if (leastMinor !== null && mostMinor !== null && mostMinor < leastMinor) {
    throw wrongField("mostMinor", "The largest amount is below the smallest one.");
  }
  const counter = await requireAccount(context, said.counterAccount);
  if (counter.id === account) throw wrongField("counterAccount", "Choose an account other than that of the bank.");
  return {
    account_id: account,
    name: said.name,
    text_contains: said.textContains,
    counterparty_contains: said.counterpartyContains,
    direction: said.direction,
    least_minor: leastMinor,
    most_minor: mostMinor,
    counter_account_id: counter.id,
    party_kind: party?.kind ?? null,
    party: party?.name ?? null,
    entry_text: said.entryText,
  };
}

async function requireFreeName(
  { db, tenantId }: Context,
  { id, account, name }: { id: string | null; account: string; name: string },
): Promise<void> {
  let query = db
    .selectFrom("ledger_bank_rules")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("account_id", "=", account)
    .where(sql<boolean>`lower(name) = lower(${name})`);
  if (id !== null) query = query.where("id", "<>", id);
  if (!(await query.executeTakeFirst())) return;
  const message = `There is a rule “${name}” already.`;
  throw new AppError("conflict", message, { fields: { name: message } });
}

export async function requireRule({ db, tenantId }: Context, id: string): Promise<BankRuleRow> {
  const row = z.guid().safeParse(id).success
    ? await db
        .selectFrom("ledger_bank_rules")
        .selectAll()
        .where("tenant_id", "=", tenantId)
        .where("id", "=", id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw new AppError("not_found", "There is no such rule.");
  return row;
}

export async function updateRule({ db, tenantId }: Context, id: string, changes: Partial<BankRuleRow>): Promise<void> {
  await db
    .updateTable("ledger_bank_rules")
    .set(changes)
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
}

export async function readRule(context: Context, id: string): Promise<BankRule> {
  const [rule] = await presentRules(context, [await requireRule(context, id)]);
  if (!rule) throw new Error("A rule was read without an answer.");
  return rule;
}

async function presentRules(context: Context, rows: readonly BankRuleRow[]): Promise<BankRule[]> {
  const accounts = await nameAccounts(context, [
    ...new Set(rows.flatMap((row) => [row.account_id, row.counter_account_id])),
  ]);
  const nameAccount = (id: string) => accounts.get(id) ?? { id, code: "", name: "" };
  return rows.map((row) => ({
    id: row.id,
    account: nameAccount(row.account_id),
    name: row.name,
    textContains: row.text_contains,
    counterpartyContains: row.counterparty_contains,
    direction: row.direction as "in" | "out" | null,
    leastMinor: row.least_minor,
    mostMinor: row.most_minor,
    counterAccount: nameAccount(row.counter_account_id),
    party: row.party === null ? null : { kind: row.party_kind as LedgerParty, name: row.party },
    entryText: row.entry_text,
    isOn: row.is_on,
    triedAt: row.tried_fingerprint === fingerprintRule(row) ? (row.tried_at?.toISOString() ?? null) : null,
  }));
}
