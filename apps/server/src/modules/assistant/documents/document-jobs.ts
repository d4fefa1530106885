import type { FileReading } from "../../../connectors/reading/read-sent-file.ts";
import type { Job } from "../../../platform/jobs/define-job.ts";
import type { Outbound } from "../../../platform/outbound/outbound-request.ts";
import { createTenantSlots } from "../../../platform/tenant-slots.ts";
import { fetchJobs } from "./fetch-address.ts";
import { readDocumentJob } from "./read-document-job.ts";

/** What documents are read with: the processes of the product, and its door to the outside. */
export type DocumentSources = { fileReading: Pick<FileReading, "pool">; outbound: Outbound };

/** Documents that are read at once. */
const reads = { most: 3, mostForTenant: 2 };

/** Everything that is done for documents in the background. */
export function documentJobs(sources: DocumentSources): Job[] {
  return [readDocumentJob(sources, createTenantSlots(reads)), ...fetchJobs(sources)];
}
