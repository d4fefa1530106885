import { randomUUID } from "node:crypto";
import { publicAddress } from "../../platform/config.ts";
import type { Context } from "../../platform/context.ts";
import { enqueue } from "../../platform/jobs/define-job.ts";
import type { testKind, WebhookKind } from "./webhook-kinds.ts";
import { insertDelivery, type StoredWebhook, selectWebhooksFor } from "./webhook-store.ts";

export const deliverWebhook = { name: "webhooks.deliver", attempts: 10 };

/** Something that has happened on the platform, in words for whoever is told. */
export type WebhookEvent = {
  kind: WebhookKind | typeof testKind;
  title: string;
  text: string;
  /** What it is about, such as the id of an incident; the same for its beginning and its end. */
  subject: string;
  /** Whether it is over. */
  isResolved: boolean;
  /** The page of the console about it. */
  path: string;
};

/** Promises in the caller's transaction that every webhook of this kind is called. */
export async function emitEvent(context: Context, event: WebhookEvent): Promise<void> {
  for (const webhook of await selectWebhooksFor(context, event.kind)) await promiseDelivery(context, webhook, event);
}

/** Promises that one webhook is called. */
export async function promiseDelivery(
  context: Context,
  { id: webhook }: Pick<StoredWebhook, "id">,
  { kind, path, ...data }: WebhookEvent,
): Promise<void> {
  const id = randomUUID();
  const body = JSON.stringify({
    type: kind,
    timestamp: context.now.toISOString(),
    data: { ...data, link: `${publicAddress(context.config)}${path}` },
  });
  await insertDelivery(context, { id, webhook, kind, body, now: context.now });
  await enqueue(context, deliverWebhook, { id });
}
