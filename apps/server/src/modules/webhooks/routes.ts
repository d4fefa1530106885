import { routes } from "@console/contracts";
import { handle } from "../../platform/http/endpoint.ts";
import { issueWebhookSecret, listWebhookDeliveries } from "./manage-webhooks.ts";

/** The secrets of webhooks, and what became of their messages. */
export const webhooksRoutes = [
  handle(routes.issueWebhookSecret, issueWebhookSecret),
  handle(routes.listWebhookDeliveries, listWebhookDeliveries),
];
