import { z } from "zod";
import { defineJob, type Job } from "../../platform/jobs/define-job.ts";
import { keepLogDays } from "../../platform/logs/keep-days.ts";

/** Nightly: makes the days of the logs that come, and drops those that are over. */
export const logsJobs = [
  defineJob({
    name: "logs.keep-days",
    input: z.object({}),
    attempts: 5,
    schedule: "29 1 * * *",
    run: keepLogDays,
  }),
] as Job[];
