import {
  directoryRoutes,
  peopleSettings,
  requestSettings,
  requestsEntity,
  tenantsEntity,
  usersEntity,
} from "../modules/directory/index.ts";
import {
  accountDesk,
  type Identity,
  identityRoutes,
  passwordSettings,
  sessionSettings,
  signInSettings,
} from "../modules/identity/index.ts";
import { metricsJobs, metricsRoutes } from "../modules/metrics/index.ts";
import {
  analyticsSettings,
  auditEntity,
  brandingSettings,
  maintenanceSettings,
  operationsJobs,
  operationsRoutes,
  settingsRoutes,
} from "../modules/operations/index.ts";
import {
  reports as productReports,
  type Reports,
  reportsJobs,
  reportsRoutes,
  reportsShowing,
} from "../modules/reports/index.ts";
import { type Sources, sourcesJobs, sourcesRoutes } from "../modules/sources/index.ts";
import type { Database } from "../platform/db/database.ts";
import type { Entity } from "../platform/entities/entity.ts";
import { entityEndpoints } from "../platform/entities/entity-endpoints.ts";
import type { EventHub } from "../platform/events/event-hub.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { LiveConfig } from "../platform/http/live-config.ts";
import type { Job } from "../platform/jobs/define-job.ts";
import { mailSettings } from "../platform/mail/mail-settings.ts";
import { deliverMailJob } from "../platform/mail/send-mail.ts";
import type { MailTransports } from "../platform/mail/transport.ts";
import type { Settings } from "../platform/settings/change-settings.ts";
import { demoJobs } from "./demo/fill-demo.ts";
import { openTable } from "./open-table.ts";

/** Everything that people look after by the one pattern for such things. */
function productEntities(identity: Identity, reports: Reports = productReports): readonly Entity[] {
  const titles = Object.fromEntries([...reports].map(([id, { title }]) => [id, title]));
  const [tenants, users] = [tenantsEntity(titles), usersEntity(accountDesk(identity))];
  return [tenants, users, requestsEntity(tenants, users), auditEntity];
}

/** Every setting of the product, in the order in which they are shown. */
const productSettings: Settings = [
  ...[brandingSettings, maintenanceSettings],
  ...[signInSettings, passwordSettings, sessionSettings, peopleSettings, requestSettings],
  ...[mailSettings, analyticsSettings],
];

/** Every endpoint of the product; adding a module is one line here. */
export function allEndpoints(parts: {
  live: LiveConfig;
  hub: EventHub;
  identity: Identity;
  database: Database;
  sources: Sources;
  mail: MailTransports;
  /** Other reports and entities than those the product comes with. */
  reports?: Reports;
  entities?: readonly Entity[];
}): Endpoint[] {
  const { database, entities = productEntities(parts.identity, parts.reports) } = parts;
  return [
    ...operationsRoutes(parts.live, parts.hub),
    ...settingsRoutes(productSettings, parts.mail),
    ...directoryRoutes,
    ...metricsRoutes,
    ...reportsRoutes(parts.database, parts.reports),
    ...sourcesRoutes(parts.sources, parts.database, (fact) => reportsShowing(fact, parts.reports)),
    ...identityRoutes(parts.identity, parts.database),
    ...entities.flatMap((entity) => entityEndpoints(entity, { database, openTable })),
  ];
}

/** Every background job of the product. */
export function allJobs(parts: {
  mail: MailTransports;
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
    deliverMailJob(parts.mail),
  ] as Job[];
}
