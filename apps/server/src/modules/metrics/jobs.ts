import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { defineJob, type Job } from "../../platform/jobs/define-job.ts";
import { listTenantIds } from "../directory/index.ts";
import { recountJob } from "./locale/recount-days.ts";
import { clearOwnFieldJob } from "./own-fields/clear-own-field.ts";
import { rebuildJob } from "./rollups/rebuild-job.ts";
import { promiseSettling, settleJob } from "./rollups/settle-job.ts";

/** Every quarter of an hour: nobody's dirty days are forgotten, whatever became of the job that should settle them. */
const sweepJob = defineJob({
  name: "rollups.sweep",
  input: z.object({}),
  attempts: 3,
  schedule: "*/15 * * * *",
  async run(context) {
    for (const tenantId of await listTenantIds(context)) {
      await promiseSettling({ ...context, tenantId });
    }
  },
});

/** All jobs of figures. Facts that have changed are settled; others do then what `main` hands in. */
export function metricsJobs(whenFactsChange: (context: Context) => Promise<void> = async () => {}) {
  const settle: Job<typeof settleJob.input> = {
    ...settleJob,
    async run(context, input) {
      await settleJob.run?.(context, input);
      await whenFactsChange(context);
    },
  };
  return [settle, sweepJob, rebuildJob, recountJob, clearOwnFieldJob];
}
