import { assistantRoutes, type EngineParts, partsWithout } from "../modules/assistant/index.ts";
import { deliveryJobs, deliveryRoutes, hooksWire, tookanReader } from "../modules/delivery/index.ts";
import {
  cleanUpPeopleJob,
  directoryRoutes,
  localeSettings,
  peopleSettings,
  requestSettings,
  requestsEntity,
  type TenantColumns,
  tenantJobs,
  tenantsEntity,
  userRoutes,
  usersEntity,
} from "../modules/directory/index.ts";
import {
  clientLinks,
  countOpenLinks,
  embedRetentionRules,
  embedRoutes,
  embedSettings,
  type LinkUse,
  linksEntity,
} from "../modules/embed/index.ts";
import {
  createAccountAdmin,
  endImpersonationJob,
  type Identity,
  identityRetentionRules,
  identityRoutes,
  identityWire,
  openIdWire,
  passwordSettings,
  serviceAccountsEntity,
  sessionSettings,
  signInSettings,
} from "../modules/identity/index.ts";
import { logsJobs, logsRoutes } from "../modules/logs/index.ts";
import { metricRegistry, metricsJobs, metricsRoutes } from "../modules/metrics/index.ts";
import {
  analyticsSettings,
  auditEntity,
  brandingSettings,
  maintenanceSettings,
  mapSettings,
  operationsJobs,
  operationsRoutes,
  settingsRoutes,
} from "../modules/operations/index.ts";
import {
  forgetDimension,
  listReports,
  reports as productReports,
  type Reports,
  removeExportFiles,
  reportRequestsEntity,
  reportsJobs,
  reportsRoutes,
  reportsShowing,
} from "../modules/reports/index.ts";
import {
  type AccountReaders,
  listWithoutCurrency,
  type Sources,
  selectTenantSources,
  sourceRetentionRules,
  sourceSettings,
  sourcesJobs,
  sourcesRoutes,
  tenantSourceColumns,
  unmapField,
} from "../modules/sources/index.ts";
import { auditSettings } from "../platform/audit/audit-settings.ts";
import type { Platform } from "../platform/context.ts";
import type { Database } from "../platform/db/database.ts";
import type { Entity } from "../platform/entities/entity.ts";
import { entityEndpoints } from "../platform/entities/entity-endpoints.ts";
import type { EventHub } from "../platform/events/event-hub.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { LiveConfig } from "../platform/http/live-config.ts";
import type { WireProtocol } from "../platform/http/wire-routes.ts";
import type { Job } from "../platform/jobs/define-job.ts";
import { logSettings } from "../platform/logs/log-settings.ts";
import { mailSettings } from "../platform/mail/mail-settings.ts";
import { deliverMailJob, endLinksJob } from "../platform/mail/send-mail.ts";
import type { MailTransports } from "../platform/mail/transport.ts";
import { retentionSettings } from "../platform/retention/retention-settings.ts";
import type { Settings } from "../platform/settings/change-settings.ts";
import { settingName } from "../platform/settings/read-settings.ts";
import { demoEndpoint } from "./demo/demo-people.ts";
import { demoJobs } from "./demo/fill-demo.ts";
import { sendFilesJob } from "./demo/send-files.ts";
import { isolationEndpoint } from "./isolation/test-isolation.ts";
import { searchEndpoint } from "./search/search-everywhere.ts";
import { withTableAt } from "./with-table.ts";

/** What the list of tenants shows that the directory does not know. */
const tenantColumns: TenantColumns = { ...tenantSourceColumns, publicLinks: countOpenLinks };

/** Everything that people look after by the one pattern for such things. */
function productEntities(
  { identity, database }: Pick<Parts, "identity" | "database">,
  reports: Reports = productReports,
): readonly Entity[] {
  const visibleReports = [...reports.values()].filter(({ isHidden }) => !isHidden);
  const titles = Object.fromEntries(visibleReports.map(({ id, title }) => [id, title]));
  const tenants = tenantsEntity({ reports: titles, columns: tenantColumns });
  const users = usersEntity(createAccountAdmin(identity));
  const links = linksEntity({ database, passwords: identity.passwords });
  const requests = [requestsEntity(tenants, users), reportRequestsEntity(reports, tenants)];
  const entities = [tenants, users, links, ...requests, serviceAccountsEntity];
  return [...entities, auditEntity({ entities, names: subjectNames(reports) })];
}

/** What reports and settings are called in the audit log, by how it names them. */
function subjectNames(reports: Reports): Record<string, string> {
  const titles = [...reports.values()].flatMap(({ id, title }) => [
    [id, title],
    [`/api/reports/${id}`, title],
  ]);
  const labels = productSettings.flatMap((group) =>
    Object.entries(group.specs).map(([name, { label }]) => [`settings/${settingName(group, name)}`, label]),
  );
  return Object.fromEntries([...titles, ...labels]);
}

/** Who reads the connections that are accounts of a provider. */
export const accountReaders: AccountReaders = { tookan: tookanReader };

/** Every path that answers in a protocol of others. */
export function allWires(identity: Identity, platform: Platform): WireProtocol[] {
  return [identityWire(identity, platform), openIdWire(identity, platform), hooksWire(platform)];
}

/** Every setting of the product, in the order in which they are shown. */
const productSettings: Settings = [
  brandingSettings,
  localeSettings,
  maintenanceSettings,
  signInSettings,
  passwordSettings,
  sessionSettings,
  peopleSettings,
  requestSettings,
  mailSettings,
  sourceSettings,
  embedSettings,
  mapSettings,
  analyticsSettings,
  retentionSettings,
  logSettings,
  auditSettings,
];

type Parts = {
  live: LiveConfig;
  hub: EventHub;
  identity: Identity;
  database: Database;
  sources: Sources;
  mail: MailTransports;
  /** Counts how links to embedded reports are used. */
  linkUse: LinkUse;
  /** Other reports and entities than those the product comes with. */
  reports?: Reports;
  entities?: readonly Entity[];
  /** How questions are read, where an evaluation leaves something out. */
  questions?: EngineParts;
};

/** Every endpoint of the product; adding a module is one line here. */
export function allEndpoints(parts: Parts): Endpoint[] {
  const { database, entities = productEntities(parts, parts.reports) } = parts;
  const withTable = withTableAt(parts.sources.fileReading);
  const endpoints = [
    ...operationsRoutes(parts.live, parts.hub),
    ...settingsRoutes(productSettings, parts.mail),
    ...logsRoutes(parts.live),
    ...directoryRoutes,
    ...metricsRoutes({ listConnections: listWithoutCurrency, unmapField, forgetDimension }),
    ...reportsRoutes(parts.database, parts.reports),
    ...assistantRoutes(parts.reports ?? productReports, parts.questions ?? partsWithout(null)),
    ...sourcesRoutes(parts.sources, parts.database, (fact) => reportsShowing(fact, parts.reports)),
    ...deliveryRoutes({ clientLinks }),
    ...identityRoutes(parts.identity, parts.database),
    ...embedRoutes({ database, passwords: parts.identity.passwords, use: parts.linkUse }),
    ...peopleRoutes(parts),
    ...entities.flatMap((entity) => entityEndpoints(entity, { database, withTable })),
    searchEndpoint({ entities, settings: productSettings, reports: parts.reports }),
  ];
  return [
    ...endpoints,
    demoEndpoint,
    isolationEndpoint({ endpoints, database, productWords: productWords(parts.reports) }),
  ];
}

/** All that the product says of its reports and figures, whoever asks. */
function productWords(reports: Reports = productReports): string {
  const { datasets, dimensions, metrics } = metricRegistry;
  return JSON.stringify([reports, datasets, dimensions, metrics].map((parts) => [...parts.values()]));
}

function peopleRoutes({
  database,
  identity,
  reports = productReports,
}: Pick<Parts, "database" | "identity" | "reports">) {
  const accountAdmin = createAccountAdmin(identity);
  const visibleReports = [...reports].filter(([, { isHidden }]) => !isHidden);
  return userRoutes({
    database,
    accountAdmin,
    users: usersEntity(accountAdmin),
    selectSources: selectTenantSources,
    reports: {
      titles: Object.fromEntries(visibleReports.map(([id, { title }]) => [id, title])),
      openIn: async (context) => new Set((await listReports(context, {}, reports)).items.map(({ id }) => id)),
    },
  });
}

/** Every background job of the product. */
export function allJobs(parts: {
  mail: MailTransports;
  hasDemoData: boolean;
  database: Database;
  sources: Sources;
  identity: Identity;
  reports?: Reports;
}): Job[] {
  const demo = parts.hasDemoData ? [...demoJobs, sendFilesJob(parts.sources, parts.database)] : [];
  const reports = reportsJobs(parts.database, parts.reports);
  return [
    ...operationsJobs([...identityRetentionRules, ...sourceRetentionRules, ...embedRetentionRules], parts.database),
    ...logsJobs,
    ...metricsJobs,
    cleanUpPeopleJob(createAccountAdmin(parts.identity)),
    endImpersonationJob,
    ...tenantJobs({ accountAdmin: createAccountAdmin(parts.identity), removeFiles: removeExportFiles }),
    ...reports,
    ...sourcesJobs(parts.sources),
    ...deliveryJobs(parts.sources),
    ...demo,
    deliverMailJob(parts.mail),
    endLinksJob,
  ] as Job[];
}
