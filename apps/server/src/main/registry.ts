import type { PublicConfig } from "@console/contracts";
import { directoryRoutes } from "../modules/directory/index.ts";
import { type Identity, identityRoutes } from "../modules/identity/index.ts";
import { metricsJobs, metricsRoutes } from "../modules/metrics/index.ts";
import { operationsJobs, operationsRoutes } from "../modules/operations/index.ts";
import { type Reports, reportsJobs, reportsRoutes } from "../modules/reports/index.ts";
import { type Sources, sourcesJobs, sourcesRoutes } from "../modules/sources/index.ts";
import type { Database } from "../platform/db/database.ts";
import type { Entity } from "../platform/entities/entity.ts";
import { entityEndpoints } from "../platform/entities/entity-endpoints.ts";
import type { EventHub } from "../platform/events/event-hub.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/define-job.ts";
import { deliverMailJob } from "../platform/mail/send-mail.ts";
import type { MailTransport } from "../platform/mail/transport.ts";
import { demoJobs } from "./demo/fill-demo.ts";
import { openTable } from "./open-table.ts";

/** Everything that people look after by the one pattern for such things. */
const productEntities: readonly Entity[] = [];

/** Every endpoint of the product; adding a module is one line here. */
export function allEndpoints(parts: {
  publicConfig: PublicConfig;
  hub: EventHub;
  identity: Identity;
  database: Database;
  sources: Sources;
  /** Other reports and entities than those the product comes with. */
  reports?: Reports;
  entities?: readonly Entity[];
}): Endpoint[] {
  const { database, entities = productEntities } = parts;
  return [
    ...operationsRoutes(parts.publicConfig, parts.hub),
    ...directoryRoutes,
    ...metricsRoutes,
    ...reportsRoutes(parts.database, parts.reports),
    ...sourcesRoutes(parts.sources, parts.database),
    ...identityRoutes(parts.identity, parts.database),
    ...entities.flatMap((entity) => entityEndpoints(entity, { database, openTable })),
  ];
}

/** Every background job of the product. */
export function allJobs(parts: {
  mail: MailTransport | null;
  hasDemoData: boolean;
  database: Database;
  sources: Sources;
  reports?: Reports;
}): Job[] {
  const demo = parts.hasDemoData ? demoJobs : [];
  const reports = reportsJobs(parts.database, parts.reports);
  return [
    ...operationsJobs,
    ...metricsJobs,
    ...reports,
    ...sourcesJobs(parts.sources),
    ...demo,
    ...(parts.mail ? [deliverMailJob(parts.mail)] : []),
  ] as Job[];
}
