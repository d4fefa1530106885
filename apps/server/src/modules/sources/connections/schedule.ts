import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import { stateAt } from "./connection-state.ts";
import { findConnection, updateConnectionRow } from "./connection-store.ts";
import { newRun } from "./follow-runs.ts";
import { pauseFailing } from "./pause-failing.ts";
import { reportState } from "./report-state.ts";
import { findOpenRun } from "./run-store.ts";
import { selectWatched } from "./state-store.ts";

const due = z.object({ connection: z.string() });

/** Begins the run of a connection whose time has come, and tells when it has become late. */
const checkJob = defineJob({
  name: "sources.check",
  logPart: "sources",
  input: due,
  attempts: 3,
  async run(context, { connection: id }) {
    const connection = await findConnection(context, id, true);
    if (!connection || connection.is_paused) return;
    if (await pauseFailing(context, connection)) return;
    await reportState(context, connection);
    if (connection.next_run_at === null || connection.next_run_at > context.now) return;
    // Whatever becomes of the run, the next one has its own time.
    await updateConnectionRow(context, id, { next_run_at: null });
    if (!(await findOpenRun(context, id))) await newRun(context, { connection: id, cause: "schedule", task: {} });
  },
});

/** Every minute: looks which connections are due or have become late. */
const tickJob = defineJob({
  name: "sources.tick",
  logPart: "sources",
  input: z.object({}),
  attempts: 1,
  schedule: "* * * * *",
  run: checkConnections,
});

/** Enqueues a look at each connection that is due, or whose state is no longer the one that was told. */
async function checkConnections(context: Context): Promise<void> {
  for (const row of await selectWatched(context)) {
    const isDue = row.next_run_at !== null && row.next_run_at <= context.now;
    if (!isDue && stateAt(row, context.now) === row.published_state) continue;
    await enqueue<typeof due>(
      { ...context, tenantId: row.tenant_id },
      checkJob,
      { connection: row.connection_id },
      {
        key: `${checkJob.name}:${row.tenant_id}:${row.connection_id}`,
      },
    );
  }
}

export const scheduleJobs = [tickJob, checkJob];
