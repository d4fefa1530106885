import { z } from "zod";
import type { Database } from "../../platform/db/database.ts";
import { defineJob, type Job } from "../../platform/jobs/define-job.ts";
import { keepLogDays } from "../../platform/logs/keep-days.ts";
import { exportLinesJob } from "./export-lines.ts";
import { watchSearches } from "./watch-searches.ts";

/** The work of the logs that no request waits for. */
export function logsJobs(database: Database): Job[] {
  return [
    // Nightly: makes the days of the logs that come, and drops those that are over.
    defineJob({
      name: "logs.keep-days",
      input: z.object({}),
      attempts: 5,
      schedule: "29 1 * * *",
      run: keepLogDays,
    }),
    defineJob({
      name: "logs.watch-searches",
      input: z.object({}),
      attempts: 1,
      schedule: "* * * * *",
      runLong: (work) => watchSearches(work),
    }),
    exportLinesJob(database),
  ] as Job[];
}
