import { sql } from "kysely";
import type { AttentionSource } from "../../platform/health/attention.ts";

/** Requests for access that wait for an answer: one line for all of them. */
export const requestAttention: AttentionSource = {
  kind: "requests",
  label: "Access requests",
  async list({ db }) {
    const { rows } = await sql<{ waiting: number; oldest: Date | null }>`select count(*)::int as waiting,
      min(created_at) as oldest from signup_requests where state = 'new'`.execute(db);
    const { waiting = 0, oldest = null } = rows[0] ?? {};
    if (waiting === 0 || oldest === null) return [];
    const title = waiting === 1 ? "1 access request waits" : `${waiting} access requests wait`;
    const path = `/admin/tenants?${new URLSearchParams({ view: "requests", filter: "status:new" })}`;
    return [
      {
        id: "access requests",
        title,
        text: "Someone asked for access and has no answer yet.",
        harm: 2,
        since: oldest,
        action: { label: "Answer requests", path },
      },
    ];
  },
};
