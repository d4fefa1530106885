export { analyticsSettings } from "./analytics-settings.ts";
export { auditEntity } from "./audit-entity.ts";
export { brandingSettings } from "./branding-settings.ts";
export { operationsJobs } from "./jobs.ts";
export { followConfig } from "./live-config.ts";
export { maintenanceSettings } from "./maintenance-settings.ts";
export { operationsRoutes } from "./routes.ts";
export { settingsRoutes } from "./settings/settings-routes.ts";
