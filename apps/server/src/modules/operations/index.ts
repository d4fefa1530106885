export { operationsJobs } from "./jobs.ts";
export { operationsRoutes } from "./routes.ts";
