export { metricConcepts } from "./datasets/metric-concepts.ts";
export { keepAccountPurposes } from "./facts/account-purposes.ts";
export { countFilled, countFilledKeys, countNamed, countStored, type FilledRows } from "./facts/count-facts.ts";
export {
  connectionFacts,
  deliveryFacts,
  memberName,
  memberNamed,
  tenantFacts,
  tenantMembers,
} from "./facts/fact-relations.ts";
export { lockPostings, noteFresh } from "./facts/fact-store.ts";
export { type Column, type FactTable, isMember } from "./facts/fact-table.ts";
export { bookSource, factTables, listName, loadTables, plainFieldName } from "./facts/fact-tables.ts";
export { fillFacts, fillMembers } from "./facts/fill-facts.ts";
export { type CheckedRecords, checkFacts, checkRecords, ingestFacts, storeChecked } from "./facts/ingest-facts.ts";
export { judgeRecords } from "./facts/judge-records.ts";
export { findMember, listMemberNames, listMembersBefore } from "./facts/member-store.ts";
export { findWordedMembers, type WordedMember } from "./facts/member-word-store.ts";
export { countShared, measureLoads, removeLoadPiece } from "./facts/remove-load.ts";
export { findResemblingLoad } from "./facts/resembling-rows.ts";
export { findSameRows, type SameRows } from "./facts/same-rows.ts";
export {
  findMembersByName,
  mirrorPostings,
  type SourceEntry,
  type StoredPosting,
  selectEntryLoads,
  selectOversized,
  selectPostings,
  selectUnmirrored,
  takeChangedEntries,
} from "./facts/source-entries.ts";
export {
  deleteHistoryBefore,
  findChangedSince,
  findKeysOfLoad,
  measureUndo,
  type UndoCounts,
  type UndoPlace,
  undoBeginning,
  undoPiece,
} from "./facts/undo-load.ts";
export { metricsJobs } from "./jobs.ts";
export { addDays, addMonths, dayIn, daysBetween, earlier, nextStart, startOfPeriod } from "./model/calendar.ts";
export type { Dimension, Domain, Metric } from "./model/dataset.ts";
export type { cashSteps } from "./model/dimensions.ts";
export { listMemberWords, splitName, toPlain, toStem, type WordKind } from "./model/member-words.ts";
export { listMetricPhrases } from "./model/metric-phrases.ts";
export { orderPartTables, orderTables, spellReference } from "./model/order-facts.ts";
export { dimensionForOwnField, type OwnField, ownFieldName, ownFieldNames } from "./model/own-fields.ts";
export { listMeasures } from "./model/readings.ts";
export { type Registry as MetricRegistry, registry as metricRegistry } from "./model/registry.ts";
export { withOwnFields } from "./model/registry-with-own-fields.ts";
export { listed, nearestNames } from "./model/suggest.ts";
export { type IdentifiedField, selectOwnFields } from "./own-fields/own-field-store.ts";
export { readAskable } from "./query/askable-metrics.ts";
export { type AvailableRange, availableRangeFor, domainForFact } from "./query/available-range.ts";
export { findOrders, isOrder } from "./query/find-orders.ts";
export { listMembers, listMetrics } from "./query/list-metrics.ts";
export { listRows, type RowQuestion } from "./query/list-rows.ts";
export { loadMetricState, type TenantMetricState } from "./query/metric-store.ts";
export { queryMetrics, readContributions, readToday } from "./query/query-metrics.ts";
export { readDeviation } from "./query/read-deviation.ts";
export { readDistribution } from "./query/read-distribution.ts";
export { type Location, readCentres, readLocations } from "./query/read-locations.ts";
export { openDelivery, readOrderRows } from "./query/read-order.ts";
export { readSeriesByMember } from "./query/read-series-by-member.ts";
export { ageBuckets, readStockAge } from "./query/read-stock-age.ts";
export { findUnknownMembers } from "./query/resolve-filters.ts";
export { resolveQuery } from "./query/resolve-query.ts";
export { walkRows } from "./query/walk-rows.ts";
export { adoptShapes } from "./rollups/adopt-shapes.ts";
export { markTenant, settleTenant } from "./rollups/rebuild-rollups.ts";
export { settleAfterMs } from "./rollups/settle-rollups.ts";
export { metricsRoutes } from "./routes.ts";
