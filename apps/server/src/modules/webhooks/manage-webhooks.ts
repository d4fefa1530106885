import type {
  issueWebhookSecret as issueContract,
  listWebhookDeliveries as listContract,
  RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { secretPurpose } from "./deliver.ts";
import { createSecret } from "./sign-webhook.ts";
import { findWebhook, type StoredWebhook, selectDeliveries, setSecret } from "./webhook-store.ts";

const hourMs = 3_600_000;

async function requireWebhook(context: Context, id: string): Promise<StoredWebhook> {
  const webhook = await findWebhook(context, id);
  if (!webhook || webhook.state === "removed") throw new AppError("not_found", "There is no such webhook.");
  return webhook;
}

/** Gives a webhook a new secret and shows it once. */
export async function issueWebhookSecret(
  context: Context,
  { id, overlapHours }: z.output<(typeof issueContract)["input"]>,
): Promise<RouteOutput<typeof issueContract>> {
  const webhook = await requireWebhook(context, id);
  const secret = createSecret();
  const hasEarlier = webhook.sealed_secret !== null && overlapHours > 0;
  const earlierEndsAt = hasEarlier ? new Date(context.now.getTime() + overlapHours * hourMs) : null;
  const sealed = await context.secrets.seal(context, secretPurpose(id), secret);
  await setSecret(context, id, { sealed, earlierEndsAt, now: context.now });
  const details = { title: webhook.name, overlapHours };
  await recordAudit(context, { act: "webhooks.secret_issued", subject: `webhooks/${id}`, details });
  return { secret, earlierEndsAt: earlierEndsAt?.toISOString() ?? null };
}

/** The last messages of a webhook and what became of them. */
export async function listWebhookDeliveries(
  context: Context,
  { id }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  await requireWebhook(context, id);
  const deliveries = await selectDeliveries(context, id);
  return {
    items: deliveries.map((delivery) => ({
      id: delivery.id,
      kind: delivery.kind,
      state: delivery.state as RouteOutput<typeof listContract>["items"][number]["state"],
      attempts: delivery.attempts,
      status: delivery.status,
      error: delivery.error,
      createdAt: delivery.created_at.toISOString(),
      lastAttemptAt: delivery.last_attempt_at?.toISOString() ?? null,
    })),
  };
}
