export { type Reports, reports } from "./reports.ts";
export { reportsShowing } from "./reports-showing.ts";
export { reportsJobs, reportsRoutes } from "./routes.ts";
