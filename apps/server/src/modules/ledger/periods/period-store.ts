import { type Selectable, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

type Scope = Pick<Context, "db" | "tenantId">;
export type PeriodRow = Pick<
  Selectable<DB["ledger_periods"]>,
  "month" | "state" | "asked_by" | "asked_at" | "decided_by" | "decided_at"
> & { entries: number; pending: number };

/** All months that have entries or were named, the newest first. */
export async function selectPeriods({ db, tenantId }: Scope): Promise<PeriodRow[]> {
  const { rows } = await sql<PeriodRow>`
    with counts as (
      select date_trunc('month', e.posting_day)::date as month,
        count(*) filter (where e.is_pending is false and e.kind <> 'void')::int as entries,
        count(*) filter (where e.is_pending and not exists (select from ledger_entries r
          where r.tenant_id = e.tenant_id and r.about = e.id and r.kind in ('posting', 'void')))::int as pending
      from ledger_entries e where e.tenant_id = ${tenantId} group by 1
    )
    select to_char(month, 'YYYY-MM') as month, coalesce(p.state, 'open') as state, p.asked_by, p.asked_at, p.decided_by, p.decided_at,
      coalesce(counts.entries, 0) as entries, coalesce(counts.pending, 0) as pending
    from (select * from ledger_periods where tenant_id = ${tenantId}) p full join counts using (month)
    order by 1 desc`.execute(db);
  return rows;
}

/** The last of the closed months; neither it nor what is before it takes anything. */
export async function findLastClosedMonth({ db, tenantId }: Scope): Promise<string | null> {
  const row = await db
    .selectFrom("ledger_periods")
    .select(sql<string | null>`to_char(max(month), 'YYYY-MM')`.as("month"))
    .where("tenant_id", "=", tenantId)
    .where("state", "in", ["closed", "reopening"])
    .executeTakeFirst();
  return row?.month ?? null;
}

/** Writes how a month stands. */
export async function writePeriod(
  { db, tenantId }: Scope,
  { month, state, asked_by, asked_at, decided_by, decided_at }: Omit<PeriodRow, "entries" | "pending">,
): Promise<void> {
  const values = { state, asked_by, asked_at, decided_by, decided_at };
  await db
    .insertInto("ledger_periods")
    .values({ tenant_id: tenantId, month: `${month}-01`, ...values })
    .onConflict((conflict) => conflict.columns(["tenant_id", "month"]).doUpdateSet(values))
    .execute();
}
