export { logsJobs } from "./jobs.ts";
export { logNoticeKinds } from "./log-notices.ts";
export { logsRoutes } from "./routes.ts";
export { searchLogs } from "./search-logs.ts";
