import { createHash } from "node:crypto";
import type { LedgerRuleContent } from "@console/contracts";
import { type Selectable, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import type { RuleVersion } from "./judge-delivery.ts";

type Scope = Pick<Context, "db" | "tenantId">;

export type RuleRow = Omit<Selectable<DB["ledger_rules"]>, "content" | "earlier"> & {
  content: LedgerRuleContent;
  earlier: RuleVersion[];
};
export type CountedRule = RuleRow & { entries: number; problems: number };

/** What a trial was about: another name, day or content is another rule. */
export function fingerprintRule({ name, since, content }: Pick<RuleRow, "name" | "since" | "content">): string {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted);
    if (value === null || typeof value !== "object") return value;
    return Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([field, part]) => [field, sorted(part)]);
  };
  return createHash("sha256")
    .update(JSON.stringify(sorted({ name, since, content })))
    .digest("base64url");
}

/** The rules of a tenant by their names, with how many entries and problems they have. */
export async function selectRules({ db, tenantId }: Scope, id: string | null = null): Promise<CountedRule[]> {
  const { rows } = await sql<CountedRule>`select r.*, (
      select count(*)::int from ledger_kept_entries k where k.tenant_id = r.tenant_id and k.entry_id is not null
        and starts_with(k.key, 'rule ' || r.id || ' ')
    ) as entries, (
      select count(*)::int from ledger_rule_problems p where p.tenant_id = r.tenant_id and p.rule_id = r.id
    ) as problems
    from ledger_rules r where r.tenant_id = ${tenantId} and (${id}::text is null or r.id::text = ${id})
    order by lower(r.name)`.execute(db);
  return rows;
}

/** The rules that are followed. */
export async function selectRulesOn({ db, tenantId }: Scope): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`select * from ledger_rules
    where tenant_id = ${tenantId} and is_on order by id`.execute(db);
  return rows;
}

export async function isNameTaken({ db, tenantId }: Scope, name: string, id: string | null): Promise<boolean> {
  const { rows } = await sql`select from ledger_rules where tenant_id = ${tenantId}
    and lower(name) = lower(${name}) and id is distinct from ${id}::uuid`.execute(db);
  return rows.length > 0;
}

/** Up to when deliveries have been followed; null before the first time. */
export async function findFollowedTo({ db, tenantId }: Scope): Promise<Date | null> {
  const row = await db
    .selectFrom("ledger_rule_cursors")
    .select("followed_to")
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  return row?.followed_to ?? null;
}

/** Notes up to when deliveries have been followed; it never goes back. */
export async function noteFollowed({ db, tenantId }: Scope, to: Date): Promise<void> {
  await sql`insert into ledger_rule_cursors as own (tenant_id, followed_to) values (${tenantId}, ${to})
    on conflict (tenant_id) do update set followed_to = greatest(own.followed_to, excluded.followed_to)`.execute(db);
}

export type RuleProblemRow = { rule_id: string; source: string; source_key: string; reason: string };

/** Keeps what could not be posted of some deliveries; what was a problem of theirs before and is none now goes. */
export async function storeProblems(
  { db, tenantId, now }: Pick<Context, "db" | "tenantId" | "now">,
  judged: readonly { rule_id: string; source: string; source_key: string }[],
  problems: readonly RuleProblemRow[],
): Promise<void> {
  if (judged.length === 0) return;
  await sql`delete from ledger_rule_problems p using jsonb_to_recordset(${JSON.stringify(judged)}::jsonb)
      as j (rule_id uuid, source text, source_key text)
    where p.tenant_id = ${tenantId} and p.rule_id = j.rule_id and p.source = j.source and p.source_key = j.source_key
      and not exists (select from jsonb_to_recordset(${JSON.stringify(problems)}::jsonb)
          as k (rule_id uuid, source text, source_key text)
        where k.rule_id = p.rule_id and k.source = p.source and k.source_key = p.source_key)`.execute(db);
  if (problems.length === 0) return;
  await db
    .insertInto("ledger_rule_problems")
    .values(problems.map((row) => ({ ...row, tenant_id: tenantId, since: now })))
    .onConflict((conflict) =>
      conflict
        .columns(["tenant_id", "rule_id", "source", "source_key"])
        .doUpdateSet((values) => ({ reason: values.ref("excluded.reason") })),
    )
    .execute();
}
