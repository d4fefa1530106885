import { z } from "zod";
import { defineJob, type Job } from "../../platform/jobs/define-job.ts";
import { keepLogDays } from "../../platform/logs/keep-days.ts";
import { watchSearches } from "./watch-searches.ts";

export const logsJobs = [
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
] as Job[];
