import type { Job } from "../../platform/jobs/define-job.ts";
import type { Sources } from "../sources/index.ts";
import { hintsJob } from "./hooks/read-hints.ts";
import { watchJob } from "./monitor/watch-agents.ts";

/** What is done for delivery accounts in the background, beside the runs of their connections. */
export function deliveryJobs(sources: Sources): Job[] {
  return [hintsJob(sources), watchJob(sources)] as Job[];
}
