import type { Pace } from "../../connectors/connector.ts";
import { isolatedSql } from "../../connectors/reading/isolated-sql.ts";
import { createReadingPool } from "../../connectors/reading/reading-pool.ts";
import { restConnector } from "../../connectors/rest/rest-connector.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { createOutbound, type OutboundLimits } from "../../platform/outbound/outbound-request.ts";
import { createTenantSlots } from "../../platform/tenant-slots.ts";
import { checksJob } from "./checks/run-checks.ts";
import { replayable } from "./connections/replay-rejects.ts";
import { tellPlatformJob } from "./connections/report-state.ts";
import { runJob } from "./connections/run-connection.ts";
import { scheduleJobs } from "./connections/schedule.ts";
import { undoable } from "./connections/undo-run.ts";
import { importJobs } from "./imports/clean-up-imports.ts";
import { fileReader } from "./imports/file-reader.ts";
import { forgetListingJob } from "./listings/forget-listing.ts";
import { mappedReader } from "./listings/mapped-reader.ts";
import type { AccountReaders, Book, Sources } from "./sources.ts";

/** Of the jobs that the queue does at once, one tenant's runs never take all. */
const runs = { most: 4, mostForTenant: 2 };
/** Files and queries that people wait for. */
const interactiveReads = { most: 4, mostForTenant: 2 };

/** What the product is set up with: who reads accounts, the book of postings, the limits of the door to the outside, and what reading processes are told. */
type Setup = OutboundLimits & { accounts: AccountReaders; book: Book; environment?: Readonly<Record<string, string>> };

/** The ways in of the product, each through the one door to the outside. */
export function createSources({ accounts, book, environment, ...limits }: Setup, pace?: Pace): Sources {
  const pool = createReadingPool(environment);
  const sqlConnector = isolatedSql(pool);
  return {
    fileReading: { pool, slots: createTenantSlots(interactiveReads) },
    runSlots: createTenantSlots(runs),
    close: pool.close,
    outbound: createOutbound(limits),
    innerHosts: limits.innerHosts,
    ...(pace && { pace }),
    accounts,
    book,
    connectors: { rest: restConnector, sql: sqlConnector },
    readers: {
      ...accounts,
      rest: undoable(replayable(mappedReader(restConnector))),
      sql: undoable(replayable(mappedReader(sqlConnector, { carriesOn: true }))),
      file: undoable(replayable(fileReader(pool))),
    },
  };
}

/** Everything that is done for connections in the background. */
export function sourcesJobs(sources: Sources): Job[] {
  return [runJob(sources), checksJob, tellPlatformJob, ...scheduleJobs, ...importJobs, forgetListingJob] as Job[];
}
