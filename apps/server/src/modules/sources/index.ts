export { createSources, sourcesJobs } from "./create-sources.ts";
export { sourcesRoutes } from "./routes.ts";
export type { Sources } from "./sources.ts";
export { connectProvider } from "./tookan/connect-provider.ts";
export { hooksWire } from "./tookan/receive-hook.ts";
