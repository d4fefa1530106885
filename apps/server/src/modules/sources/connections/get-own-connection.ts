import type { OwnConnection } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { findTenant } from "../../directory/index.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { describeRun, describeSummary } from "./describe-connection.ts";
import { requireConnection } from "./manage-connections.ts";
import { type Run, rowsSince, selectRuns } from "./run-store.ts";

const dayMs = 86_400_000;
const lastRuns = 20;

/** What the people of a tenant see of one of their connections: how it is and what came in, nothing of its settings. */
export async function getOwnConnection(
  context: Context,
  { connection: id }: { connection: string },
): Promise<OwnConnection> {
  const connection = await requireConnection(context, id);
  const tenant = await findTenant(context, context.tenantId);
  const { timeZone } = (await loadMetricState(context)).settings;
  const everything = { state: null, from: null, to: null, search: "", before: null, timeZone };
  const runs = await selectRuns(context, { ...everything, connection: id, limit: lastRuns });
  return {
    ...describeSummary(connection, tenant?.name ?? context.tenantId, context.now),
    rowsToday: await rowsSince(context, id, new Date(context.now.getTime() - dayMs)),
    runs: runs.map((run) => describeOwnRun(run, context.now)),
  };
}

function describeOwnRun(run: Run, now: Date): OwnConnection["runs"][number] {
  const { id, cause, state, rows, isUndone, problem, fileName, askedAt, startedAt, endedAt } = describeRun(run, now);
  return { id, cause, state, rows, isUndone, problem, fileName, askedAt, startedAt, endedAt };
}
