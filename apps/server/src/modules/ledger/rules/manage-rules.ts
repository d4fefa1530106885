import { randomUUID } from "node:crypto";
import type {
  addLedgerRule as addContract,
  changeLedgerRule as changeContract,
  LedgerRule,
  LedgerRuleContent,
  listLedgerRules as listContract,
  listLedgerRuleProblems as problemsContract,
  RouteOutput,
  switchLedgerRule as switchContract,
} from "@console/contracts";
import { mostRules } from "@console/contracts";
import { sql } from "kysely";
import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { deliveryFacts, loadMetricState } from "../../metrics/index.ts";
import { findAccounts } from "../accounts/account-store.ts";
import { lockBook } from "../book/book-lock.ts";
import { promiseFollowing } from "./follow-job.ts";
import {
  type CountedRule,
  findFollowedTo,
  fingerprintRule,
  isNameTaken,
  type RuleProblemRow,
  selectRules,
} from "./rule-store.ts";

export async function listRules(context: Context): Promise<RouteOutput<typeof listContract>> {
  const { settings } = await loadMetricState(context);
  const followedTo = await findFollowedTo(context);
  return {
    currency: settings.currency,
    items: (await selectRules(context)).map(presentRule),
    followedTo: followedTo?.toISOString() ?? null,
  };
}

export async function addRule(
  context: Context,
  { name, since, content }: z.output<(typeof addContract)["input"]>,
): Promise<LedgerRule> {
  await lockBook(context);
  const own = await readContent(context, content);
  await requireFreeName(context, name, null);
  if ((await selectRules(context)).length >= mostRules) {
    throw new AppError("conflict", `There are ${mostRules} rules already. Remove one first.`);
  }
  const id = randomUUID();
  await context.db
    .insertInto("ledger_rules")
    .values({
      tenant_id: context.tenantId,
      id,
      name,
      since,
      content: JSON.stringify(own),
      created_at: context.now,
      created_by: readPerson(context),
      changed_at: context.now,
      changed_by: readPerson(context),
    })
    .execute();
  return presentRule(await requireRule(context, id));
}

/** Changes a rule; how it was stays with the days before its new first one, once it has been followed. */
export async function changeRule(
  context: Context,
  { rule: id, name, since, content }: z.output<(typeof changeContract)["input"]>,
): Promise<LedgerRule> {
  await lockBook(context);
  const rule = await requireRule(context, id);
  const own = await readContent(context, content);
  await requireFreeName(context, name, rule.id);
  const isSame = fingerprintRule(rule) === fingerprintRule({ name, since, content: own });
  if (isSame) return presentRule(rule);
  const hasBeenOn = rule.is_on || rule.entries > 0;
  const before = hasBeenOn ? [...rule.earlier, { since: rule.since, content: rule.content }] : rule.earlier;
  const earlier = before.filter((version) => version.since < since);
  await context.db
    .updateTable("ledger_rules")
    .set({
      name,
      since,
      content: JSON.stringify(own),
      earlier: JSON.stringify(earlier),
      is_on: false,
      changed_at: context.now,
      changed_by: readPerson(context),
    })
    .where("tenant_id", "=", context.tenantId)
    .where("id", "=", rule.id)
    .execute();
  await removeProblems(context, rule.id);
  return presentRule(await requireRule(context, rule.id));
}

export async function removeRule(context: Context, { rule: id }: { rule: string }): Promise<{ id: string }> {
  await lockBook(context);
  const rule = await requireRule(context, id);
  if (rule.is_on) throw new AppError("conflict", "Switch the rule off first.");
  if (rule.entries > 0) {
    throw new AppError(
      "conflict",
      "Entries stand for this rule, which say it as their origin. It stays, switched off.",
    );
  }
  await context.db
    .deleteFrom("ledger_rules")
    .where("tenant_id", "=", context.tenantId)
    .where("id", "=", rule.id)
    .execute();
  return { id: rule.id };
}

/** Switches a rule on, where it was tried as it is now, or off. */
export async function switchRule(
  context: Context,
  { rule: id, isOn }: z.output<(typeof switchContract)["input"]>,
): Promise<LedgerRule> {
  await lockBook(context);
  const rule = await requireRule(context, id);
  if (isOn && rule.tried_fingerprint !== fingerprintRule(rule)) {
    throw new AppError("conflict", "Try the rule on the last 30 days first: it has changed since, or was never tried.");
  }
  if (isOn) await readContent(context, rule.content);
  await context.db
    .updateTable("ledger_rules")
    .set({ is_on: isOn, changed_at: context.now, changed_by: readPerson(context) })
    .where("tenant_id", "=", context.tenantId)
    .where("id", "=", rule.id)
    .execute();
  if (isOn) await promiseFollowing(context, { isWhole: true });
  else await removeProblems(context, rule.id);
  return presentRule(await requireRule(context, rule.id));
}

export async function requireRule(context: Context, id: string): Promise<CountedRule> {
  const [rule] = z.guid().safeParse(id).success ? await selectRules(context, id) : [];
  if (rule) return rule;
  throw new AppError("not_found", "There is no such rule.");
}

type ProblemRow = RuleProblemRow & { name: string; since: Date; order_reference: string | null };

/** What rules could not post, the oldest first. */
export async function listRuleProblems(
  { db, tenantId }: Context,
  { rule, page, limit }: z.output<(typeof problemsContract)["input"]>,
): Promise<RouteOutput<typeof problemsContract>> {
  const condition = sql`p.tenant_id = ${tenantId} and (${rule ?? null}::text is null or p.rule_id::text = ${rule ?? null})`;
  const counted = await sql<{ total: number }>`select count(*)::int as total from ledger_rule_problems p
    where ${condition}`.execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const { rows } = await sql<ProblemRow>`select p.*, r.name, (
      select d.order_reference from ${deliveryFacts(tenantId)} d
      where d.source = p.source and d.source_key = p.source_key
    ) as order_reference
    from ledger_rule_problems p join ledger_rules r on r.tenant_id = p.tenant_id and r.id = p.rule_id
    where ${condition} order by p.since, p.source, p.source_key, p.rule_id
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return {
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    items: rows.map((row) => ({
      rule: { id: row.rule_id, name: row.name },
      delivery: `${row.source} ${row.source_key}`,
      reference: row.order_reference,
      reason: row.reason,
      since: row.since.toISOString(),
    })),
  };
}

function presentRule(row: CountedRule): LedgerRule {
  const { id, name, since, content, entries, problems } = row;
  const isTried = row.tried_fingerprint === fingerprintRule(row);
  return {
    id,
    name,
    isOn: row.is_on,
    since,
    content,
    triedAt: isTried ? (row.tried_at?.toISOString() ?? null) : null,
    entries,
    problems,
  };
}

/** What a rule says, with its accounts by their ids; refused where it cannot post. */
async function readContent(context: Context, content: LedgerRuleContent): Promise<LedgerRuleContent> {
  const { amount, debit, credit, taxAccount, taxBasisPoints } = content;
  const names = [debit.account, credit.account, ...(taxAccount === null ? [] : [taxAccount])];
  const accounts = await findAccounts(context, names);
  const readAccount = (name: string, field: string) => {
    const account = accounts.get(name);
    if (!account) throw wrongField(field, `There is no account ${name}.`);
    if (!account.is_open) throw wrongField(field, `Account ${account.code} is closed.`);
    return account.id;
  };
  const shares = amount.collectedBasisPoints + amount.dueBasisPoints + amount.costBasisPoints;
  if (shares + amount.fixedMinor === 0) throw wrongField("content.amount", "Give a share or a fixed amount.");
  if (amount.leastMinor !== null && amount.mostMinor !== null && amount.leastMinor > amount.mostMinor) {
    throw wrongField("content.amount", "The least is more than the most.");
  }
  if (taxBasisPoints > 0 && taxAccount === null)
    throw wrongField("content.taxAccount", "Choose the account for the tax.");
  const own = {
    ...content,
    debit: { ...debit, account: readAccount(debit.account, "content.debit.account") },
    credit: { ...credit, account: readAccount(credit.account, "content.credit.account") },
    taxAccount: taxAccount === null ? null : readAccount(taxAccount, "content.taxAccount"),
  };
  if (own.debit.account === own.credit.account && own.debit.party === own.credit.party) {
    throw wrongField("content.credit.account", "Debit and credit are the same.");
  }
  return own;
}

async function requireFreeName(context: Context, name: string, id: string | null): Promise<void> {
  if (!(await isNameTaken(context, name, id))) return;
  const message = `There is a rule ${name} already.`;
  throw new AppError("conflict", message, { fields: { name: message } });
}

async function removeProblems({ db, tenantId }: Context, rule: string): Promise<void> {
  await db.deleteFrom("ledger_rule_problems").where("tenant_id", "=", tenantId).where("rule_id", "=", rule).execute();
}

const readPerson = ({ actor }: Context) => (actor.kind === "user" ? actor.uid : null);
