import { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { defineJob, enqueue } from "../../platform/jobs/define-job.ts";
import { registry } from "./registry.ts";
import { settleRollups } from "./settle-rollups.ts";

/** Promises to settle the marked days of the caller's tenant; asked for again while it waits, it is one promise. */
export async function promiseSettling(context: Context, runAt: Date | null = null): Promise<void> {
  await enqueue(context, settleJob, {}, { key: `rollups.settle:${context.tenantId}`, runAt });
}

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
