export { applyBatch } from "./connections/apply-batch.ts";
export { backfill } from "./connections/backfill.ts";
export {
  type Connection,
  findConnection,
  findHook,
  noteWatched,
  selectConnections,
  selectEvenRemoved,
  updateConnectionRow,
} from "./connections/connection-store.ts";
export { nameConnection } from "./connections/describe-connection.ts";
export { listWithoutCurrency } from "./connections/list-without-currency.ts";
export {
  createConnection,
  hookPurpose,
  removeConnection,
  requireConnection,
  updateConnection,
} from "./connections/manage-connections.ts";
export { nameFilesOfRuns } from "./connections/name-files-of-runs.ts";
export { upsertReconciliations } from "./connections/reconciliation-store.ts";
export { closeTaken } from "./connections/reject-store.ts";
export { publishConnectionChanged } from "./connections/report-state.ts";
export {
  countRunDays,
  listFailedRuns,
  listWritingConnections,
  type RunRow,
  readRunsBeginning,
} from "./connections/run-days.ts";
export { searchConnections } from "./connections/search-connections.ts";
export { sourceAttention } from "./connections/source-attention.ts";
export { sourceHealthChecks } from "./connections/source-health.ts";
export { sourceInput } from "./connections/source-input.ts";
export { sourceRetentionRules } from "./connections/source-retention.ts";
export { sourceSettings } from "./connections/source-settings.ts";
export { countSourceStates, selectTenantSources, tenantSourceColumns } from "./connections/state-store.ts";
export { createSources, sourcesJobs } from "./create-sources.ts";
export { importFile, plainName } from "./imports/import-file.ts";
export { type FileOutline, readOutline } from "./imports/import-mapping.ts";
export { toWords } from "./mapping/column-words.ts";
export { compareValues, type FieldChange, type ValueChange } from "./mapping/compare-mappings.ts";
export { countUnmapped } from "./mapping/count-unmapped.ts";
export { findCurrencyMark, findHeaderCurrency } from "./mapping/currency-marks.ts";
export { unmapField } from "./mapping/unmap-field.ts";
export { sourcesRoutes } from "./routes.ts";
export { sourceNoticeKinds } from "./source-notices.ts";
export type { AccountReader, AccountReaders, Book, RunScope, RunStep, Sources } from "./sources.ts";
