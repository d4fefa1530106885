import { z } from "zod";
import { defineJob, enqueue } from "../../platform/jobs/define-job.ts";
import { registry } from "./registry.ts";
import { settleRollups } from "./settle-rollups.ts";

/** Settles a tenant's marked days, some at a time, until none is left. */
export const settleJob = defineJob({
  name: "rollups.settle",
  input: z.object({}),
  attempts: 10,
  async run(context) {
    const found = await settleRollups(context, registry);
    // Under a key of its own: a batch that waits for our days may hold the one that batches ask with.
    if (found) await enqueue(context, settleJob, {}, { key: `rollups.settle-on:${context.tenantId}` });
  },
});
