export { logsJobs } from "./jobs.ts";
export { logsRoutes } from "./routes.ts";
