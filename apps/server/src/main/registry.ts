import {
  answersEntity,
  assistantJobs,
  assistantRoutes,
  documentJobs,
  documentsEntity,
  type EngineParts,
  evaluationCasesEntity,
  evaluationSetsEntity,
  examplesEntity,
  partsWithout,
  sitesEntity,
  type TrainingCounter,
  trainingRetentionRules,
  wordsEntity,
} from "../modules/assistant/index.ts";
import {
  type ChatParts,
  chatRetentionRules,
  chatRoutes,
  forgetPerson,
  forgetPersonJob,
  listPinsForDashboard,
  ownFileJobs,
  promptsEntity,
  systemText,
} from "../modules/chat/index.ts";
import { deliveryJobs, deliveryRoutes, hooksWire, tookanReader } from "../modules/delivery/index.ts";
import {
  cleanUpPeopleJob,
  directoryRoutes,
  findUnknownTenants,
  listTenantIds,
  peopleRelation,
  requestAttention,
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
  type LinkUse,
  linkAttention,
  linksEntity,
} from "../modules/embed/index.ts";
import { exportsJobs, exportsRoutes, removeExportFiles } from "../modules/exports/index.ts";
import { feedbackEntity, feedbackRetentionRules, feedbackRoutes } from "../modules/feedback/index.ts";
import {
  createAccountAdmin,
  endImpersonationJob,
  type Identity,
  identityRetentionRules,
  identityRoutes,
  identityWire,
  openIdWire,
  serviceAccountsEntity,
} from "../modules/identity/index.ts";
import { ledgerBankRoutes, ledgerJobs, ledgerRoutes, promiseFollowing, removeBook } from "../modules/ledger/index.ts";
import { limitsEntity, limitsRetentionRules, limitsRoutes } from "../modules/limits/index.ts";
import { logsJobs, logsRoutes } from "../modules/logs/index.ts";
import { metricRegistry, metricsJobs, metricsRoutes } from "../modules/metrics/index.ts";
import {
  customModelsEntity,
  findProviderNames,
  type ModelServers,
  type Models,
  type ModelsParts,
  modelsRoutes,
  preloadJob,
  providersEntity,
} from "../modules/models/index.ts";
import {
  announcementJobs,
  announcementsEntity,
  noticesJobs,
  noticesRetentionRules,
  noticesRoutes,
} from "../modules/notices/index.ts";
import {
  auditEntity,
  backupAttention,
  backupJobs,
  dashboardRoutes,
  type Health,
  healthRoutes,
  jobsEntity,
  operationsJobs,
  operationsRoutes,
  outboxEntity,
  ownAttention,
  schedulesEntity,
  settingsRoutes,
  type Usage,
  windowsEntity,
} from "../modules/operations/index.ts";
import { ordersRoutes } from "../modules/orders/index.ts";
import {
  forgetDimension,
  listReports,
  pathForReport,
  reports as productReports,
  type Reports,
  reportRequestAttention,
  reportRequestsEntity,
  reportsAllowedFor,
  reportsJobs,
  reportsRoutes,
  reportsShowing,
} from "../modules/reports/index.ts";
import {
  type AccountReaders,
  listWithoutCurrency,
  type Sources,
  selectTenantSources,
  sourceAttention,
  sourceRetentionRules,
  sourcesJobs,
  sourcesRoutes,
  tenantSourceColumns,
  unmapField,
} from "../modules/sources/index.ts";
import { hasPassedTrial, trialJob, trialsRoutes } from "../modules/trials/index.ts";
import { webhooksEntity, webhooksJobs, webhooksRoutes } from "../modules/webhooks/index.ts";
import type { BackupScope } from "../platform/backup/make-backup.ts";
import type { Platform } from "../platform/context.ts";
import type { Database } from "../platform/db/database.ts";
import type { Entity } from "../platform/entities/entity.ts";
import { entityEndpoints } from "../platform/entities/entity-endpoints.ts";
import type { EventHub } from "../platform/events/event-hub.ts";
import type { AttentionSource } from "../platform/health/attention.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { LiveConfig } from "../platform/http/live-config.ts";
import type { WireProtocol } from "../platform/http/wire-routes.ts";
import type { Job } from "../platform/jobs/define-job.ts";
import { deliverMailJob, endLinksJob } from "../platform/mail/send-mail.ts";
import type { MailTransports } from "../platform/mail/transport.ts";
import { settingName } from "../platform/settings/read-settings.ts";
import { notices } from "./all-notices.ts";
import { productSettings } from "./all-settings.ts";
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
  { identity, database, modelServers }: Pick<Parts, "identity" | "database" | "modelServers">,
  reports: Reports = productReports,
): readonly Entity[] {
  const visibleReports = [...reports.values()].filter(({ isHidden }) => !isHidden);
  const titles = Object.fromEntries(visibleReports.map(({ id, title }) => [id, title]));
  const tenants = tenantsEntity({ reports: titles, columns: tenantColumns });
  const users = usersEntity(createAccountAdmin(identity));
  const links = linksEntity({ database, passwords: identity.passwords });
  const requests = [requestsEntity(tenants, users), reportRequestsEntity(reports, tenants), feedbackEntity()];
  const providers = providersEntity(modelServers.servers);
  const operations = [jobsEntity, schedulesEntity, outboxEntity, webhooksEntity, windowsEntity];
  const announcements = announcementsEntity({ people: peopleRelation, findUnknownTenants });
  const trial = { database, reports };
  const training = [
    wordsEntity(titles, trial),
    examplesEntity(trial),
    answersEntity(trial),
    documentsEntity(),
    sitesEntity(),
  ];
  const evaluation = [evaluationSetsEntity, evaluationCasesEntity(database)];
  const entities = [
    tenants,
    users,
    links,
    ...requests,
    serviceAccountsEntity,
    announcements,
    ...training,
    ...evaluation,
    providers,
    customModelsEntity(modelServers.servers),
    promptsEntity,
    limitsEntity,
    ...operations,
  ];
  return [...entities, auditEntity({ entities, names: subjectNames(reports) })];
}

/** What reports are called, by their ids. */
function listReportTitles(reports: Reports = productReports): Record<string, string> {
  return Object.fromEntries([...reports].map(([id, { title }]) => [id, title]));
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

type Parts = {
  live: LiveConfig;
  hub: EventHub;
  identity: Identity;
  database: Database;
  sources: Sources;
  mail: MailTransports;
  health: Health;
  /** Counts how links to embedded reports are used. */
  linkUse: LinkUse;
  /** Counts how the console is used. */
  usage: Usage;
  /** Counts how what was taught is used. */
  trainingUse: TrainingCounter;
  /** Brings answers of conversations to their readers, and knows the models that write them. */
  chat: Omit<ChatParts, "database" | "reports">;
  /** The servers of models, and the downloads to them. */
  modelServers: Omit<ModelsParts, "systemText" | "hasPassed">;
  /** Other reports and entities than those the product comes with. */
  reports?: Reports;
  entities?: readonly Entity[];
  /** How questions are read, where an evaluation leaves something out. */
  questions?: EngineParts;
};

/** Everything that may need attention on the platform. */
const allAttention: readonly AttentionSource[] = [
  ...ownAttention,
  backupAttention,
  sourceAttention,
  requestAttention,
  reportRequestAttention,
  linkAttention,
];

/** Every endpoint of the product; adding a module is one line here. */
export function allEndpoints(parts: Parts): Endpoint[] {
  const { database, entities = productEntities(parts, parts.reports) } = parts;
  const withTable = withTableAt(parts.sources.fileReading);
  const endpoints = [
    ...operationsRoutes(parts.live, parts.hub),
    ...healthRoutes(parts.health, {
      findReports: (fact) => reportsShowing(fact, parts.reports),
      listOpenReports: async (context) => {
        const allowed = await reportsAllowedFor(context, parts.reports ?? productReports);
        return new Map(
          [...allowed].map(([id, report]) => [id, { title: report.title, path: pathForReport(report) }] as const),
        );
      },
      attention: allAttention,
    }),
    ...dashboardRoutes(listReportTitles(parts.reports)),
    ...settingsRoutes(productSettings, parts.mail),
    ...noticesRoutes(notices),
    ...feedbackRoutes(),
    ...logsRoutes(parts.live),
    ...webhooksRoutes,
    ...directoryRoutes,
    ...metricsRoutes({ listConnections: listWithoutCurrency, unmapField, forgetDimension }),
    ...exportsRoutes(parts.database),
    ...reportsRoutes(parts.reports, {
      onView: (context, report) => parts.usage.viewedReport(context, report),
      listPins: listPinsForDashboard,
    }),
    ...assistantRoutes({
      reports: parts.reports ?? productReports,
      database: parts.database,
      engine: parts.questions ?? partsWithout(null),
      use: parts.trainingUse,
      fileReading: parts.sources.fileReading,
      onQuestion: (context, outcome) => parts.usage.asked(context, outcome),
    }),
    ...chatRoutes({ ...parts.chat, database, reports: parts.reports ?? productReports }),
    ...ledgerRoutes,
    ...ordersRoutes,
    ...ledgerBankRoutes(database, parts.sources.fileReading),
    ...limitsRoutes(findProviderNames),
    ...modelsRoutes({ ...parts.modelServers, systemText, hasPassed: hasPassedTrial }),
    ...trialsRoutes,
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
  backup: BackupScope;
  models: Models;
  modelServers: ModelServers;
  reports?: Reports;
}): Job[] {
  const demo = parts.hasDemoData ? [...demoJobs, sendFilesJob(parts.sources, parts.database)] : [];
  const reports = reportsJobs(parts.database, parts.reports);
  return [
    ...backupJobs(parts.backup),
    ...operationsJobs(
      [
        ...identityRetentionRules,
        ...sourceRetentionRules,
        ...embedRetentionRules,
        ...noticesRetentionRules,
        ...feedbackRetentionRules,
        ...trainingRetentionRules,
        ...chatRetentionRules,
        ...limitsRetentionRules,
      ],
      parts.database,
    ),
    ...noticesJobs(notices),
    ...announcementJobs(listTenantIds),
    ...ledgerJobs(parts.database),
    ...logsJobs(parts.database),
    ...webhooksJobs(parts.sources.innerHosts),
    ...metricsJobs(promiseFollowing),
    cleanUpPeopleJob(createAccountAdmin(parts.identity), forgetPerson),
    forgetPersonJob,
    endImpersonationJob,
    ...tenantJobs({ accountAdmin: createAccountAdmin(parts.identity), removeFiles: removeExportFiles, removeBook }),
    ...exportsJobs,
    ...assistantJobs(parts.database, parts.reports ?? productReports),
    preloadJob(parts.modelServers),
    trialJob({ database: parts.database, reports: parts.reports ?? productReports, models: parts.models }),
    ...reports,
    ...sourcesJobs(parts.sources),
    ...deliveryJobs(parts.sources),
    ...documentJobs(parts.sources),
    ...ownFileJobs(parts.sources),
    ...demo,
    deliverMailJob(parts.mail),
    endLinksJob,
  ] as Job[];
}
