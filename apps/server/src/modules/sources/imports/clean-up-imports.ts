import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue, type Job } from "../../../platform/jobs/define-job.ts";
import type { Run } from "../connections/run-store.ts";
import { forgetKeys } from "../listings/listed-store.ts";
import { draftMs, removeImport, removeImportsBefore } from "./import-files.ts";

const ended = z.object({
  run: z.string(),
  files: z.array(z.string()).default([]),
  // Queues of existing installations hold jobs that name one.
  file: z.string().optional(),
});

/** Removes the files of a run that has ended, and the keys that it has shown. */
const forgetJob = defineJob({
  name: "imports.forget",
  logPart: "sources",
  input: ended,
  attempts: 5,
  async run(context, { run, files, file }) {
    await forgetKeys(context, run);
    for (const id of file === undefined ? files : [file]) await removeImport(context.config, id);
  },
});

/** Enqueues the removal of what a run needed only while it went on. */
export async function promiseForgetting(context: Context, { id, task }: Pick<Run, "id" | "task">): Promise<void> {
  if (!task.files) return;
  const files = task.files.map((file) => file.id);
  await enqueue<typeof ended>(context, forgetJob, { run: id, files }, { key: `${forgetJob.name}:${id}` });
}

/** Nightly: removes files that nobody has confirmed for a week. */
const cleanUpJob = defineJob({
  // Queues of existing installations hold jobs of this name.
  name: "imports.tidy",
  logPart: "sources",
  input: z.object({}),
  attempts: 3,
  schedule: "41 3 * * *",
  run: ({ config, now }) => removeImportsBefore(config, new Date(now.getTime() - draftMs)),
});

/** What is done for files in the background, besides their runs. */
export const importJobs = [forgetJob, cleanUpJob] as Job[];
