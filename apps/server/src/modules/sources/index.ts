export { sourceSettings } from "./connections/source-settings.ts";
export { sourcesTidyings } from "./connections/tidy-sources.ts";
export { createSources, sourcesJobs } from "./create-sources.ts";
export { sourcesRoutes } from "./routes.ts";
export type { Sources } from "./sources.ts";
export { connectProvider } from "./tookan/connect-provider.ts";
export { hooksWire } from "./tookan/receive-hook.ts";
