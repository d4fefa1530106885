export { removeExportFiles } from "./export/remove-export-files.ts";
export { listReports } from "./list-reports.ts";
export { type Reports, reports } from "./reports.ts";
export { reportsShowing } from "./reports-showing.ts";
export { reportsJobs, reportsRoutes } from "./routes.ts";
