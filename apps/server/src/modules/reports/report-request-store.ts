import { selectEntriesSince } from "../../platform/audit/entry-store.ts";
import type { Context } from "../../platform/context.ts";

type Scope = Pick<Context, "db" | "tenantId" | "now">;

/** What a request for a report is called in the audit log, which is also where it is kept. */
export const askAct = "report.asked";

/** For so long a request stands, so that nobody asks twice for the same. */
const standsMs = 7 * 86_400_000;

/** The requests of a tenant that stand, newest first: which report, when and by whom. */
export async function selectReportRequests(scope: Scope) {
  const since = new Date(scope.now.getTime() - standsMs);
  const entries = await selectEntriesSince(scope, { act: askAct, since });
  return entries.map(({ subject, at, actor_uid }) => ({ report: subject, askedAt: at, uid: actor_uid }));
}
