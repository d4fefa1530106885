export type { Reports } from "./reports.ts";
export { reportsJobs, reportsRoutes } from "./routes.ts";
