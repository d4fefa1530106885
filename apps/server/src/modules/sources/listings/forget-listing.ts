import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue } from "../../../platform/jobs/define-job.ts";
import { forgetKeys, hasKeys } from "./listed-store.ts";

const ended = z.object({ run: z.string() });

/** Removes the keys that a run has shown. */
export const forgetListingJob = defineJob({
  name: "listings.forget",
  logPart: "sources",
  input: ended,
  attempts: 5,
  run: (context, { run }) => forgetKeys(context, run),
});

/**
 * Enqueues a job that forgets the keys of a run, in the transaction that ends it: a run that could still go on without them would
 * take every row for vanished.
 */
export async function promiseForgettingKeys(context: Context, run: string): Promise<void> {
  if (!(await hasKeys(context, run))) return;
  await enqueue<typeof ended>(context, forgetListingJob, { run }, { key: `${forgetListingJob.name}:${run}` });
}
