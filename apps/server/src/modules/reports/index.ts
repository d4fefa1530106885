export { createReports, type Reports, reports } from "./reports.ts";
export { reportsRoutes } from "./routes.ts";
