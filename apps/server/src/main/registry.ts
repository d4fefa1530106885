import type { PublicConfig } from "@console/contracts";
import { directoryRoutes } from "../modules/directory/index.ts";
import { operationsJobs, operationsRoutes } from "../modules/operations/index.ts";
import type { EventHub } from "../platform/events/event-hub.ts";
import type { Endpoint } from "../platform/http/endpoint.ts";
import type { Job } from "../platform/jobs/define-job.ts";
import { deliverMailJob } from "../platform/mail/send-mail.ts";
import type { MailTransport } from "../platform/mail/transport.ts";

/** Every endpoint of the product; adding a module is one line here. */
export function allEndpoints(parts: { publicConfig: PublicConfig; hub: EventHub }): Endpoint[] {
  return [...operationsRoutes(parts.publicConfig, parts.hub), ...directoryRoutes];
}

/** Every background job of the product. */
export function allJobs(parts: { mail: MailTransport | null }): Job[] {
  return [...operationsJobs, ...(parts.mail ? [deliverMailJob(parts.mail)] : [])] as Job[];
}
