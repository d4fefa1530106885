import type { ReadingPool } from "../../../connectors/reading/reading-pool.ts";
import type { Job } from "../../../platform/jobs/define-job.ts";
import type { Outbound } from "../../../platform/outbound/outbound-request.ts";
import { createTenantSlots } from "../../../platform/tenant-slots.ts";
import { fetchJobs } from "./fetch-address.ts";
import { readDocumentJob } from "./read-document-job.ts";

/** Documents that are read at once. */
const reads = { most: 3, mostForTenant: 2 };

/** Everything that is done for documents in the background. */
export function documentJobs({ pool, outbound }: { pool: ReadingPool; outbound: Outbound }): Job[] {
  return [readDocumentJob({ pool, slots: createTenantSlots(reads) }), ...fetchJobs(outbound)];
}
