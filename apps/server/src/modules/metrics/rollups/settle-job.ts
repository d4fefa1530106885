import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import { indexMemberWords } from "../facts/member-word-store.ts";
import { registry } from "../model/registry.ts";
import { hasDirtyDays } from "./rollup-store.ts";
import { settleAfterMs, settleRollups } from "./settle-rollups.ts";

/** Promises to settle the dirty days of the caller's tenant; asked for again while it waits, it is one promise. */
export async function promiseSettling(context: Context, runAt: Date | null = null): Promise<void> {
  await enqueue(context, settleJob, {}, { key: `rollups.settle:${context.tenantId}`, runAt });
}

const input = z.object({ waits: z.number().default(0) });

/** So often a table that never comes to rest is waited for. */
const mostWaits = 10;

/** Settles a tenant's dirty days, some at a time, until none is left. */
export const settleJob = defineJob({
  name: "rollups.settle",
  input,
  attempts: 10,
  async run(context, { waits }) {
    // Those that came in before their words were kept have none yet.
    await indexMemberWords(context);
    const isPatient = waits < mostWaits;
    const hasSettled = await settleRollups(context, registry, undefined, isPatient);
    if (!hasSettled && !(isPatient && (await hasDirtyDays(context)))) return;
    // Under a key of its own: a batch that waits for our days may hold the one that batches ask with.
    await enqueue<typeof input>(
      context,
      settleJob,
      { waits: hasSettled ? waits : waits + 1 },
      {
        key: `rollups.settle-on:${context.tenantId}`,
        runAt: hasSettled ? null : new Date(Date.now() + settleAfterMs),
      },
    );
  },
});
