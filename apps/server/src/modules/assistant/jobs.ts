import type { Database } from "../../platform/db/database.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import type { Reports } from "../reports/index.ts";
import { evaluationJobs } from "./evaluation/evaluate-set.ts";
import { retryFeedbackJob } from "./training/retry-feedback.ts";

/** The background work of questions: evaluation sets, and asking the question of feedback again. */
export function assistantJobs(database: Database, reports: Reports): Job[] {
  return [...evaluationJobs(database, reports), retryFeedbackJob(database, reports) as Job];
}
