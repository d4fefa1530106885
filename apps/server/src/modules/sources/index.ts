export { createSources, sourcesJobs } from "./create-sources.ts";
export { createConnection } from "./manage-connections.ts";
export { sourcesRoutes } from "./routes.ts";
export type { Sources } from "./sources.ts";
export { hooksWire } from "./tookan/receive-hook.ts";
