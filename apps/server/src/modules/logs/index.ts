export { logsJobs } from "./jobs.ts";
export { logsRoutes } from "./routes.ts";
export { searchLogs } from "./search-logs.ts";
