import { sql } from "kysely";
import type { AttentionSource } from "../../platform/health/attention.ts";

/** Reports that tenants have asked for: one line for all of them. */
export const reportRequestAttention: AttentionSource = {
  kind: "report-requests",
  label: "Report requests",
  async list({ db }) {
    // across tenants: platform admins answer the requests of all.
    const { rows } = await sql<{ waiting: number; oldest: Date | null }>`select count(*)::int as waiting,
      min(created_at) as oldest from report_requests where state = 'open'`.execute(db);
    const { waiting = 0, oldest = null } = rows[0] ?? {};
    if (waiting === 0 || oldest === null) return [];
    return [
      {
        id: "report requests",
        title: waiting === 1 ? "1 report request waits" : `${waiting} report requests wait`,
        text: "A tenant asked for a report and has no answer yet.",
        harm: 1,
        since: oldest,
        action: { label: "Answer requests", path: "/admin/report-requests?filter=status%3Aopen" },
      },
    ];
  },
};
