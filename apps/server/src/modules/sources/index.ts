export { createSources, sourcesJobs } from "./create-sources.ts";
export { sourcesRoutes } from "./routes.ts";
export { sourceSettings } from "./source-settings.ts";
export type { Sources } from "./sources.ts";
export { sourcesTidyings } from "./tidy-sources.ts";
export { connectProvider } from "./tookan/connect-provider.ts";
export { hooksWire } from "./tookan/receive-hook.ts";
