export { webhooksJobs } from "./deliver.ts";
export { emitEvent } from "./emit-event.ts";
export { webhooksRoutes } from "./routes.ts";
export { webhookNoticeKinds } from "./webhook-notices.ts";
export { webhooksEntity } from "./webhooks-entity.ts";
