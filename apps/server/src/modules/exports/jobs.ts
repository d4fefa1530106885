import { z } from "zod";
import { defineJob, type Job } from "../../platform/jobs/define-job.ts";
import { removeExportFile } from "./export-files.ts";
import { deleteExpired } from "./export-store.ts";

/** Removes the files of a tenant whose time is over. */
export const cleanUpExportsJob = defineJob({
  // Queues of existing installations hold jobs of this name.
  name: "reports.tidy-exports",
  input: z.object({}),
  attempts: 5,
  async run(context) {
    for (const id of await deleteExpired(context)) await removeExportFile(context.config, id);
  },
});

export const exportsJobs = [cleanUpExportsJob] as Job[];
