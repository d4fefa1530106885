import { z } from "zod";
import { ingestFacts } from "../../modules/metrics/index.ts";
import type { Context } from "../../platform/context.ts";
import { defineJob, enqueue } from "../../platform/jobs/define-job.ts";
import { failProgress, noteProgress, readResume } from "../../platform/progress/progress-store.ts";
import { type DemoBatch, demoBatches, demoDays, demoMasters, demoTenants } from "./demo-batches.ts";
import { dayNumber, dayText } from "./local-day.ts";

const work = "demo-data";
const source = "demo";
const daysAtOnce = 30;
/** Days behind us in which tasks and documents still move on. */
const movingDays = 14;

const resumeNote = z.object({ first: z.string(), next: z.string() });

const fillJob = defineJob({
  name: "demo.fill",
  input: z.object({}),
  attempts: 10,
  run: fillDemo,
  giveUp: (context) => failProgress(context, work),
});

/** Lets the demo go on through the day: what was planned gets delivered, what was waiting gets decided. */
const refreshJob = defineJob({
  name: "demo.refresh",
  input: z.object({}),
  attempts: 1,
  schedule: "*/30 * * * *",
  async run(context) {
    for (const tenantId of demoTenants) await promiseFill({ ...context, tenantId });
  },
});

export const demoJobs = [fillJob, refreshJob];

/** Promises to bring the facts of the caller's demo tenant up to now. */
export async function promiseFill(context: Context): Promise<void> {
  await enqueue(context, fillJob, {}, { key: `demo.fill:${context.tenantId}` });
}

/** Stores some days of a demo tenant and promises the next ones, until today is reached. */
async function fillDemo(context: Context): Promise<void> {
  const { tenantId, now } = context;
  const { first: firstDay, last } = demoDays(tenantId, now);
  const progress = resumeNote.safeParse(await readResume(context, work)).data;
  const first = progress?.first ?? firstDay;
  const from = dayNumber(progress?.next ?? first);
  const to = Math.min(from + daysAtOnce - 1, dayNumber(last));
  const batches = new Map<string, DemoBatch["records"]>();
  const add = ({ fact, records }: DemoBatch) => batches.set(fact, [...(batches.get(fact) ?? []), ...records]);
  for (const batch of demoMasters(tenantId, { first, now })) add(batch);
  for (let day = from; day <= to; day++) {
    for (const batch of demoBatches(tenantId, dayText(day), { first, now })) add(batch);
  }
  for (const [fact, records] of batches) await ingestFacts(context, { fact, source, records });

  const isUpToDate = to >= dayNumber(last);
  const total = dayNumber(last) - dayNumber(first) + 1;
  const next = isUpToDate ? Math.max(dayNumber(first), to + 1 - movingDays) : to + 1;
  await noteProgress(context, {
    work,
    total,
    done: to - dayNumber(first) + 1,
    state: isUpToDate ? "done" : "running",
    resume: { first, next: dayText(next) },
  });
  if (!isUpToDate) await promiseFill(context);
}
