import type { Job } from "../../../platform/jobs/define-job.ts";
import { createTenantSlots } from "../../../platform/tenant-slots.ts";
import type { DocumentSources } from "./document-sources.ts";
import { fetchJobs } from "./fetch-address.ts";
import { readDocumentJob } from "./read-document-job.ts";
import { siteJobs } from "./read-site.ts";

/** Documents that are read at once. */
const reads = { most: 3, mostForTenant: 2 };

/** Everything that is done for documents in the background. */
export function documentJobs(sources: DocumentSources): Job[] {
  return [readDocumentJob(sources, createTenantSlots(reads)), ...fetchJobs(sources), ...siteJobs(sources)];
}
