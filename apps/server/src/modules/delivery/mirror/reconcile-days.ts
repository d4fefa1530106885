import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { connectionFacts } from "../../metrics/index.ts";
import { upsertReconciliations } from "../../sources/index.ts";

/** The provider's statuses that each of our measures counts. */
const measures: Record<string, (status: number) => boolean> = {
  tasks: (status) => status !== 10,
  successful: (status) => status === 2,
  failed: (status) => status === 3,
};

/** Keeps what the provider counts for some days beside what we have of them. */
export async function reconcileDays(
  scope: TenantScope,
  connection: string,
  counted: ReadonlyMap<string, ReadonlyMap<number, number>>,
): Promise<void> {
  const { db, tenantId } = scope;
  const days = [...counted.keys()];
  if (days.length === 0) return;
  const { rows } = await sql<{ day: string; job_status: number; n: number }>`
    select fact.day::text as day, task.job_status, count(*) as n
    from ${connectionFacts("delivery_tasks", { tenantId, connection })} fact
    join provider_tasks task on task.tenant_id = fact.tenant_id
      and task.connection_id = fact.source and task.job_id = fact.source_key
    where fact.day = any(${days}::date[])
    group by fact.day, task.job_status`.execute(db);
  const compared = days.flatMap((day) =>
    Object.entries(measures).map(([measure, counts]) => ({
      day,
      measure,
      theirs: sum([...(counted.get(day) ?? [])].filter(([status]) => counts(status)).map(([, n]) => n)),
      ours: sum(rows.filter((row) => row.day === day && counts(row.job_status)).map(({ n }) => Number(n))),
    })),
  );
  await upsertReconciliations(scope, connection, compared);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
