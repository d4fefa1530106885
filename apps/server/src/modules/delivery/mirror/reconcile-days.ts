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
    select day::text as day, job_status, count(*) as n from (
      -- Fresh rows are in no statistics, and an inner join would compare each with each; a full join never does.
      select fact.day, task.job_status
      from (select day, source_key from ${connectionFacts("delivery_tasks", { tenantId, connection })} own
        where day = any(${days}::date[])) fact
      full join (select job_id, job_status from provider_tasks
        where tenant_id = ${tenantId} and connection_id = ${connection}) task on task.job_id = fact.source_key
      offset 0
    ) pair
    where day is not null and job_status is not null
    group by day, job_status`.execute(db);
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
