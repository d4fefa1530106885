import { type Selectable, sql, type Updateable } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import type { Check } from "./check.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** What is kept of a check of one connection. */
export type CheckResult = Selectable<DB["source_checks"]>;

/** What is kept of the checks of a connection. */
export async function selectResults({ db, tenantId }: Scope, connection: string): Promise<CheckResult[]> {
  return db
    .selectFrom("source_checks")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .execute();
}

/** Counts what checks find, those that look at the same rows in one pass, and keeps it beside what they found before. */
export async function keepResults(
  { db, tenantId, now }: TenantScope,
  connection: string,
  checks: readonly Check[],
): Promise<void> {
  // Not every source has checks, and there is no insert without rows.
  if (checks.length === 0) return;
  const counted: { name: string; found: number; looked: number }[] = [];
  for (const rows of new Set(checks.map((check) => check.rows))) {
    const alike = checks.filter((check) => check.rows === rows);
    const counts = alike.map(
      ({ among = "true", wrong }, place) => `count(*) filter (where ${among}) as looked${place},
        count(*) filter (where ${among} and ${wrong}) as found${place}`,
    );
    const answer = await sql<Record<string, number>>`select ${sql.raw(counts.join(", "))}
      from (${rows({ tenantId, connection, now })}) f`.execute(db);
    alike.forEach(({ id }, place) => {
      const count = (what: string) => Number(answer.rows[0]?.[`${what}${place}`] ?? 0);
      counted.push({ name: id, found: count("found"), looked: count("looked") });
    });
  }
  await db
    .insertInto("source_checks")
    .values(counted.map((one) => ({ tenant_id: tenantId, connection_id: connection, ...one, checked_at: now })))
    .onConflict((conflict) =>
      conflict.columns(["tenant_id", "connection_id", "name"]).doUpdateSet(({ ref }) => ({
        found_before: ref("source_checks.found"),
        found: ref("excluded.found"),
        looked: ref("excluded.looked"),
        checked_at: ref("excluded.checked_at"),
      })),
    )
    .execute();
}

type Cells = Record<string, string | number | boolean | Date | null>;

/** Rows that a check finds, the worst first; cells are called by the places of their columns, beside the currency of amounts. */
export async function selectExamples(
  { db, tenantId, now }: TenantScope,
  connection: string,
  { rows, among = "true", wrong, columns, order }: Check,
  limit: number,
): Promise<Cells[]> {
  const currency = columns.some(({ format }) => format === "money") ? ["f.currency as currency"] : [];
  const cells = [...columns.map(({ value }, place) => `${value} as c${place}`), ...currency].join(", ");
  const [meant, placed] = [sql.raw(`${among} and ${wrong}`), sql.raw(order)];
  // Names are looked up only for the rows that are shown.
  const answer = await sql<Cells>`select ${sql.raw(cells)} from (
      select * from (${rows({ tenantId, connection, now })}) f where ${meant} order by ${placed} limit ${limit}
    ) f order by ${placed}`.execute(db);
  return answer.rows;
}

/** Keeps what someone has said about a check, whether or not it was ever checked. */
export async function updateCheck(
  { db, tenantId }: Scope,
  { connection, name }: { connection: string; name: string },
  said: Pick<Updateable<DB["source_checks"]>, "muted_by" | "muted_at" | "muted_until" | "mute_reason" | "owner_uid">,
): Promise<void> {
  await db
    .insertInto("source_checks")
    .values({ tenant_id: tenantId, connection_id: connection, name, ...said })
    .onConflict((conflict) => conflict.columns(["tenant_id", "connection_id", "name"]).doUpdateSet(said))
    .execute();
}
