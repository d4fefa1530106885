export { adoptShapes } from "./adopt-shapes.ts";
export { factTables } from "./facts/fact-tables.ts";
export { ingestFacts } from "./ingest-facts.ts";
export { metricsJobs } from "./jobs.ts";
export { queryMetrics } from "./query-metrics.ts";
export { markTenant, settleTenant } from "./rebuild-rollups.ts";
export { registry as metricRegistry } from "./registry.ts";
export { metricsRoutes } from "./routes.ts";
