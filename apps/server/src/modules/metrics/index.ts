export { ingestFacts } from "./ingest-facts.ts";
export { metricsJobs } from "./jobs.ts";
export { metricsRoutes } from "./routes.ts";
