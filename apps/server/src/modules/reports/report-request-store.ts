import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { activePeople } from "../directory/index.ts";

type Scope = Pick<Context, "db" | "tenantId">;

export type ReportRequest = {
  id: string;
  report: string;
  asked_by: string;
  state: "open" | "granted" | "declined" | "withdrawn" | "closed";
  answer: string | null;
  created_at: Date;
};

/** SQL of how a request stands: one of someone who is gone, or for a report that is, is closed. */
export function requestState(reports: readonly string[]): RawBuilder<string> {
  return sql`case when r.state = 'open' and not (r.asked_by in (select uid from ${activePeople} person)
    and r.report = any(${[...reports]}::text[])) then 'closed' else r.state end`;
}

/** The last request of a tenant for each report. */
export async function selectReportRequests(
  { db, tenantId }: Scope,
  reports: readonly string[],
): Promise<ReportRequest[]> {
  const { rows } = await sql<ReportRequest>`select distinct on (r.report) r.id, r.report, r.asked_by,
      ${requestState(reports)} as state, r.answer, r.created_at
    from report_requests r where r.tenant_id = ${tenantId}
    order by r.report, r.created_at desc, (r.state = 'open') desc`.execute(db);
  return rows;
}

/** How many requests someone has made since an instant. */
export async function countRequestsBy({ db, tenantId }: Scope, uid: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("report_requests")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("tenant_id", "=", tenantId)
    .where("asked_by", "=", uid)
    .where("created_at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

type NewRequest = { report: string; uid: string; note: string | null };

/** Keeps a request; one that counts as closed makes room for it. */
export async function insertReportRequest(
  { db, tenantId, now }: Scope & Pick<Context, "now">,
  { report, uid, note }: NewRequest,
): Promise<void> {
  await db
    .updateTable("report_requests")
    .set({ state: "closed", updated_at: now })
    .where("tenant_id", "=", tenantId)
    .where("report", "=", report)
    .where("state", "=", "open")
    .execute();
  await db
    .insertInto("report_requests")
    .values({ tenant_id: tenantId, report, asked_by: uid, note, created_at: now, updated_at: now })
    .execute();
}

type Decision = { state: "granted" | "declined" | "withdrawn"; answer: string | null; uid: string };

/** Settles a request that is still open. Of two who decide at the same moment the second is told. */
export async function decideReportRequest(
  { db, now }: Pick<Context, "db" | "now">,
  { tenantId, id }: { tenantId: string; id: string },
  { state, answer, uid }: Decision,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("report_requests")
    .set((table) => ({
      state,
      answer,
      decided_at: now,
      decided_by: uid,
      updated_at: now,
      version: table("version", "+", 1),
    }))
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .where("state", "=", "open")
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError("conflict", "This request is no longer open.");
}
