import { z } from "zod";
import { defineJob } from "../../platform/jobs/define-job.ts";
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

export const metricsJobs = [settleJob, sweepJob, rebuildJob, recountJob, clearOwnFieldJob];
