import { getConfig } from "./config.ts";
import { streamEvents } from "./events.ts";
import { listOutbox } from "./outbox.ts";
import { requestSignup } from "./signup-requests.ts";

export * from "./config.ts";
export * from "./errors.ts";
export * from "./events.ts";
export * from "./outbox.ts";
export * from "./pages.ts";
export * from "./permissions.ts";
export * from "./plain-words.ts";
export * from "./primitives.ts";
export * from "./route.ts";
export * from "./signup-requests.ts";

/** Every endpoint by its name: the server registers them, the browser calls them. */
export const routes = { getConfig, listOutbox, requestSignup, streamEvents };

export type Routes = typeof routes;
