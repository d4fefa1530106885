export { type ClientLinks, findClientPhone, providerClients } from "./clients/client-store.ts";
export { hooksWire } from "./hooks/receive-hook.ts";
export { deliveryJobs } from "./jobs.ts";
export { tookanReader } from "./mirror/pull-account.ts";
export { deliveryRoutes } from "./routes.ts";
