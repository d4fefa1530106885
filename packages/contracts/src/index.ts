import { askQuestion, runQuestion } from "./assistant.ts";
import {
  addAssistantNote,
  changeAssistantNote,
  changeAssistantProfile,
  eraseAssistantNote,
  eraseAssistantNotes,
  getAssistantProfile,
} from "./assistant-profile.ts";
import { listAttention, markAttention } from "./attention.ts";
import { getChoice, setChoice } from "./choices.ts";
import { reportClientError } from "./client-errors.ts";
import { getConfig } from "./config.ts";
import { importConversation } from "./conversation-import.ts";
import { listClosedConversations, listOwnOpenings, openConversation } from "./conversation-openings.ts";
import { changeConversations, deleteSelectedConversations } from "./conversation-selections.ts";
import { getConversationShare, listShares, readShare, revokeShare, shareConversation } from "./conversation-shares.ts";
import {
  branchMessage,
  changeConversation,
  continueMessage,
  deleteConversation,
  deleteConversations,
  getConversation,
  keepMessage,
  listConversations,
  listModels,
  rateMessage,
  retryMessage,
  sendMessage,
  startConversation,
  stopMessage,
  streamMessage,
} from "./conversations.ts";
import { getCounts, listGrowth } from "./counts.ts";
import { getDashboard, listChanges, setDefaultDashboard } from "./dashboards.ts";
import { getTaskBoard, listBoardTasks } from "./delivery-monitor.ts";
import { getDemoSignIns } from "./demo.ts";
import {
  exportEmbed,
  getEmbedReport,
  getEmbedStanding,
  issueLinkKey,
  listEmbedRows,
  openEmbedSession,
  previewLink,
  readEmbedPanel,
  readLinkUse,
  resumeEmbedSession,
} from "./embed.ts";
import {
  actOnEntity,
  createEntity,
  describeEntity,
  exportEntity,
  getEntity,
  importEntity,
  listEntity,
  listEntityHistory,
  updateEntity,
} from "./entities.ts";
import {
  cancelEvaluation,
  listEvaluations,
  readCoverage,
  readEvaluation,
  readTrainingDraft,
  startEvaluation,
  tryTraining,
} from "./evaluation.ts";
import { streamEvents } from "./events.ts";
import {
  cancelExport,
  downloadExport,
  exportReport,
  getExport,
  linkExport,
  listExports,
  startExport,
} from "./exports.ts";
import {
  changeOwnFeedback,
  giveFeedback,
  listOwnFeedback,
  openScreenshot,
  openTranscript,
  readFeedbackTrends,
  replyToFeedback,
} from "./feedback.ts";
import {
  getHealth,
  getIncident,
  getOwnStatus,
  getStatus,
  getTenantStatus,
  listIncidents,
  noteIncident,
  pauseHealthCheck,
  resolveIncident,
  runHealthCheck,
  writePostMortem,
} from "./health.ts";
import { ledgerRoutes } from "./ledger.ts";
import { ledgerArrivalRoutes } from "./ledger-arrivals.ts";
import { ledgerBankRoutes } from "./ledger-bank.ts";
import { ledgerCodRoutes } from "./ledger-cod.ts";
import { ledgerOpenItemRoutes } from "./ledger-open-items.ts";
import { ledgerRuleRoutes } from "./ledger-rules.ts";
import { statementFileRoutes } from "./ledger-statement-files.ts";
import { statementPartRoutes } from "./ledger-statement-parts.ts";
import { askForMore, listOwnLimits, listUsageRows, readAssistantUsage } from "./limits.ts";
import {
  countLogLines,
  deleteLogSearch,
  getLogContext,
  listLogGroups,
  listLogLines,
  listLogSearches,
  listRequestLines,
  saveLogSearch,
  setLogAlert,
  startLogExport,
  tailLogLines,
  updateLogGroup,
} from "./logs.ts";
import {
  getMetricRow,
  listDataDays,
  listMembers,
  listMetricRows,
  listMetrics,
  listVolumes,
  queryMetrics,
} from "./metrics.ts";
import { cancelModelTrial, listModelTrials, readModelTrial, startModelTrial } from "./model-trials.ts";
import {
  cancelModelPull,
  deleteModel,
  getModel,
  getModelPolicy,
  listManagedModels,
  listModelPulls,
  loadModel,
  pullModel,
  setModelPolicy,
  setModelPreload,
  unloadModel,
} from "./models.ts";
import {
  getNoticePreferences,
  listAnnouncements,
  listNotices,
  readNotices,
  seeAnnouncement,
  setNoticePreferences,
} from "./notices.ts";
import { orderRoutes } from "./orders.ts";
import { listOutbox } from "./outbox.ts";
import { addOwnField, listOwnFields, removeOwnField, renameOwnField } from "./own-fields.ts";
import { ownFileRoutes } from "./own-files.ts";
import { listPins, pinAnswer, readPin, removePin, renamePin } from "./pins.ts";
import { getFirstSteps, getPlatformFigure, listPlatformFigureRows, listTenantAdoption } from "./platform-figures.ts";
import { listPrompts, removePrompt, savePrompt } from "./prompts.ts";
import {
  listClientHistory,
  listProviderClients,
  mapProviderClients,
  revealProviderClient,
} from "./provider-clients.ts";
import {
  annotateDay,
  askForReport,
  checkView,
  deleteAnnotation,
  deleteView,
  getReport,
  listReports,
  readOutlines,
  readPanel,
  saveView,
  withdrawReportRequest,
} from "./reports.ts";
import { searchEverywhere } from "./search.ts";
import { issueServiceKey, listServiceKeys } from "./service-accounts.ts";
import { endSession, listSessions, revokeOtherSessions, revokeSession } from "./sessions.ts";
import {
  changeSettings,
  exportSettings,
  importSettings,
  listSettingHistory,
  listSettings,
  sendTestMail,
} from "./settings.ts";
import { followSignup, requestSignup } from "./signup-requests.ts";
import {
  listCheckExamples,
  listSourceChecks,
  listWarehouseStates,
  muteSourceCheck,
  runSourceChecks,
  setCheckOwner,
  unmuteSourceCheck,
} from "./source-checks.ts";
import { listDocumentTypes, listSourceDocuments } from "./source-documents.ts";
import {
  cancelImport,
  changeReading,
  decideImportNames,
  downloadImportNotes,
  downloadImportRejects,
  getImport,
  importFile,
  listFileConnections,
  listImportNames,
  listImportNotes,
  listImportRejects,
  listImports,
  previewImport,
  previewImportUndo,
  startImport,
  undoImport,
} from "./source-imports.ts";
import { judgeMapping, previewComputed, sampleSource } from "./source-mapping.ts";
import {
  cancelRun,
  createConnection,
  downloadRejects,
  getConnection,
  getOwnConnection,
  getRun,
  listConnections,
  listOwnConnections,
  listReconciliations,
  listRejects,
  listRuns,
  listSourceChanges,
  listUnmapped,
  previewUndo,
  removeConnection,
  replayRejects,
  startRun,
  testConnection,
  undoRun,
  updateConnection,
} from "./source-routes.ts";
import { archiveTenant, changeTenantLocale, getTenantLocale, planTenantLocale, testIsolation } from "./tenant-admin.ts";
import { getTenant, listTenants } from "./tenants.ts";
import { readTrainingEffect, testQuestion } from "./training.ts";
import {
  changePassage,
  downloadDocument,
  listPassages,
  readDocument,
  restoreDocumentVersion,
  testRetrieval,
  uploadDocuments,
} from "./training-documents.ts";
import {
  endUserSession,
  endViewing,
  getUserAccess,
  listUserSessions,
  showInvitationLink,
  startViewing,
} from "./user-admin.ts";
import { getUser, updateUser } from "./users.ts";
import { issueWebhookSecret, listWebhookDeliveries } from "./webhooks.ts";

export * from "./assistant.ts";
export * from "./assistant-profile.ts";
export * from "./attention.ts";
export * from "./audit-groups.ts";
export * from "./audit-labels.ts";
export * from "./audit-phrases.ts";
export * from "./choices.ts";
export * from "./client-errors.ts";
export * from "./config.ts";
export * from "./conversation-import.ts";
export * from "./conversation-openings.ts";
export * from "./conversation-selections.ts";
export * from "./conversation-shares.ts";
export * from "./conversations.ts";
export * from "./counts.ts";
export * from "./dashboards.ts";
export * from "./delivery-monitor.ts";
export * from "./embed.ts";
export * from "./entities.ts";
export * from "./errors.ts";
export * from "./evaluation.ts";
export * from "./events.ts";
export * from "./exports.ts";
export * from "./expression-functions.ts";
export * from "./feedback.ts";
export * from "./file-encodings.ts";
export * from "./health.ts";
export * from "./kept-answer.ts";
export * from "./ledger.ts";
export * from "./ledger-arrivals.ts";
export * from "./ledger-bank.ts";
export * from "./ledger-cod.ts";
export * from "./ledger-cod-words.ts";
export * from "./ledger-open-items.ts";
export * from "./ledger-rules.ts";
export * from "./ledger-statement-files.ts";
export * from "./ledger-statement-parts.ts";
export * from "./ledger-words.ts";
export * from "./limits.ts";
export * from "./log-parts.ts";
export * from "./log-query.ts";
export * from "./logs.ts";
export * from "./metrics.ts";
export * from "./model-trials.ts";
export * from "./models.ts";
export * from "./notices.ts";
export * from "./order-words.ts";
export * from "./orders.ts";
export * from "./outbox.ts";
export * from "./own-fields.ts";
export * from "./own-files.ts";
export * from "./pages.ts";
export * from "./permissions.ts";
export * from "./pins.ts";
export * from "./plain-name.ts";
export * from "./plain-words.ts";
export * from "./platform-figure-names.ts";
export * from "./platform-figures.ts";
export * from "./primitives.ts";
export * from "./prompts.ts";
export * from "./provider-clients.ts";
export * from "./report-panels.ts";
export * from "./reports.ts";
export * from "./roles.ts";
export * from "./route.ts";
export * from "./search.ts";
export * from "./service-accounts.ts";
export * from "./sessions.ts";
export * from "./settings.ts";
export * from "./signup-requests.ts";
export * from "./source-checks.ts";
export * from "./source-documents.ts";
export * from "./source-imports.ts";
export * from "./source-mapping.ts";
export * from "./source-routes.ts";
export * from "./sources.ts";
export * from "./tenant-admin.ts";
export * from "./tenants.ts";
export * from "./training.ts";
export * from "./training-documents.ts";
export * from "./usage-splits.ts";
export * from "./user-admin.ts";
export * from "./users.ts";
export * from "./webhooks.ts";

const otherRoutes = {
  branchMessage,
  changeConversation,
  continueMessage,
  deleteConversation,
  deleteConversations,
  getConversation,
  keepMessage,
  listConversations,
  listOwnLimits,
  askForMore,
  readAssistantUsage,
  listUsageRows,
  listModels,
  rateMessage,
  retryMessage,
  sendMessage,
  startConversation,
  stopMessage,
  streamMessage,
  addAssistantNote,
  changeAssistantNote,
  changeAssistantProfile,
  eraseAssistantNote,
  eraseAssistantNotes,
  getAssistantProfile,
  listClosedConversations,
  listOwnOpenings,
  openConversation,
  listPins,
  pinAnswer,
  readPin,
  changeConversations,
  deleteSelectedConversations,
  importConversation,
  getConversationShare,
  listShares,
  readShare,
  revokeShare,
  shareConversation,
  removePin,
  renamePin,
  listPrompts,
  savePrompt,
  removePrompt,
  cancelModelTrial,
  listModelTrials,
  readModelTrial,
  startModelTrial,
  cancelEvaluation,
  listEvaluations,
  readCoverage,
  readEvaluation,
  readTrainingDraft,
  readTrainingEffect,
  startEvaluation,
  tryTraining,
  changeOwnFeedback,
  giveFeedback,
  listOwnFeedback,
  readFeedbackTrends,
  openScreenshot,
  openTranscript,
  replyToFeedback,
  exportEmbed,
  getEmbedReport,
  getEmbedStanding,
  issueLinkKey,
  issueServiceKey,
  listEmbedRows,
  listServiceKeys,
  openEmbedSession,
  resumeEmbedSession,
  previewLink,
  readEmbedPanel,
  readLinkUse,
  changeSettings,
  exportSettings,
  importSettings,
  listSettingHistory,
  listSettings,
  sendTestMail,
  reportClientError,
  countLogLines,
  deleteLogSearch,
  getLogContext,
  listLogGroups,
  listLogLines,
  listLogSearches,
  listRequestLines,
  saveLogSearch,
  setLogAlert,
  startLogExport,
  tailLogLines,
  updateLogGroup,
  actOnEntity,
  createEntity,
  describeEntity,
  exportEntity,
  getEntity,
  importEntity,
  listEntity,
  listEntityHistory,
  updateEntity,
  annotateDay,
  archiveTenant,
  getTenantLocale,
  planTenantLocale,
  changeTenantLocale,
  askForReport,
  withdrawReportRequest,
  cancelExport,
  checkView,
  downloadExport,
  exportReport,
  getExport,
  linkExport,
  listExports,
  startExport,
  deleteAnnotation,
  deleteView,
  endSession,
  followSignup,
  getChoice,
  getConfig,
  getDemoSignIns,
  getCounts,
  listGrowth,
  getFirstSteps,
  getPlatformFigure,
  listPlatformFigureRows,
  listTenantAdoption,
  askQuestion,
  runQuestion,
  testQuestion,
  uploadDocuments,
  listPassages,
  changePassage,
  restoreDocumentVersion,
  downloadDocument,
  testRetrieval,
  readDocument,
  searchEverywhere,
  getDashboard,
  getMetricRow,
  getReport,
  getTenant,
  endUserSession,
  endViewing,
  getUserAccess,
  listUserSessions,
  showInvitationLink,
  startViewing,
  getUser,
  listChanges,
  listMembers,
  listMetricRows,
  listMetrics,
  getHealth,
  getIncident,
  getOwnStatus,
  getTenantStatus,
  getStatus,
  listIncidents,
  noteIncident,
  pauseHealthCheck,
  resolveIncident,
  runHealthCheck,
  writePostMortem,
  listAttention,
  markAttention,
  getNoticePreferences,
  listAnnouncements,
  listNotices,
  readNotices,
  seeAnnouncement,
  setNoticePreferences,
  listOutbox,
  addOwnField,
  listOwnFields,
  removeOwnField,
  renameOwnField,
  listReports,
  listSessions,
  listTenants,
  listDataDays,
  listVolumes,
  queryMetrics,
  readOutlines,
  readPanel,
  requestSignup,
  revokeOtherSessions,
  revokeSession,
  saveView,
  setChoice,
  setDefaultDashboard,
  streamEvents,
  updateUser,
  cancelModelPull,
  deleteModel,
  getModel,
  getModelPolicy,
  listManagedModels,
  listModelPulls,
  loadModel,
  pullModel,
  setModelPolicy,
  setModelPreload,
  unloadModel,
  issueWebhookSecret,
  listWebhookDeliveries,
  cancelImport,
  changeReading,
  cancelRun,
  createConnection,
  decideImportNames,
  downloadImportNotes,
  downloadImportRejects,
  downloadRejects,
  getConnection,
  getImport,
  getRun,
  getTaskBoard,
  importFile,
  judgeMapping,
  listBoardTasks,
  listClientHistory,
  listConnections,
  listFileConnections,
  listImportNames,
  listImportNotes,
  listImportRejects,
  listImports,
  getOwnConnection,
  listOwnConnections,
  listProviderClients,
  listReconciliations,
  listRejects,
  listRuns,
  listSourceChanges,
  listUnmapped,
  mapProviderClients,
  previewComputed,
  previewImport,
  previewImportUndo,
  previewUndo,
  removeConnection,
  replayRejects,
  revealProviderClient,
  sampleSource,
  startImport,
  startRun,
  testConnection,
  testIsolation,
  undoImport,
  undoRun,
  updateConnection,
  listCheckExamples,
  listDocumentTypes,
  listSourceChecks,
  listSourceDocuments,
  listWarehouseStates,
  muteSourceCheck,
  runSourceChecks,
  setCheckOwner,
  unmuteSourceCheck,
};

/** Every endpoint by its name: the server registers them, the browser calls them. In parts, since the type of all of them at once is too long to be written. */
export const routes: typeof otherRoutes &
  typeof ledgerRoutes &
  typeof ledgerArrivalRoutes &
  typeof ledgerBankRoutes &
  typeof ledgerCodRoutes &
  typeof ledgerOpenItemRoutes &
  typeof ledgerRuleRoutes &
  typeof statementFileRoutes &
  typeof statementPartRoutes &
  typeof orderRoutes &
  typeof ownFileRoutes = {
  ...otherRoutes,
  ...ledgerRoutes,
  ...ledgerArrivalRoutes,
  ...ledgerBankRoutes,
  ...ledgerCodRoutes,
  ...ledgerOpenItemRoutes,
  ...ledgerRuleRoutes,
  ...statementFileRoutes,
  ...statementPartRoutes,
  ...orderRoutes,
  ...ownFileRoutes,
};

export type Routes = typeof routes;
