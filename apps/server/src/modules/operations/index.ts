export { auditEntity } from "./audit-entity.ts";
export { operationsJobs } from "./jobs.ts";
export { operationsRoutes } from "./routes.ts";
export { settingsRoutes } from "./settings/settings-routes.ts";
