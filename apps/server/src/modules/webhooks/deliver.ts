import { z } from "zod";
import { realClock } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { defineJob, type Job } from "../../platform/jobs/define-job.ts";
import { OutboundFailure } from "../../platform/outbound/outbound-failure.ts";
import { createOutbound, type Outbound } from "../../platform/outbound/outbound-request.ts";
import { deliverWebhook } from "./emit-event.ts";
import { signWebhook } from "./sign-webhook.ts";
import { tellDisabled } from "./webhook-notices.ts";
import {
  type Attempt,
  disableWebhook,
  failDelivery,
  findWaiting,
  noteAttempt,
  type StoredDelivery,
  type StoredWebhook,
} from "./webhook-store.ts";

/** After so many failed attempts in a row a webhook is called no more. */
const mostFailures = 20;
const timeoutMs = 10_000;
/** Nobody reads what a receiver answers. */
const mostBytes = 64 * 1024;

export const secretPurpose = (id: string) => `webhook ${id}`;

const input = z.object({ id: z.string() });

/** Calls webhooks, each message until its receiver has taken it, with growing pauses. */
export function webhooksJobs(innerHosts: readonly string[]): Job[] {
  const outbound = createOutbound({ innerHosts, timeoutMs, mostBytes });
  return [
    defineJob({
      ...deliverWebhook,
      input,
      async runLong({ inTenant, signal }, { id }) {
        const message = await inTenant((context) => openDelivery(context, id));
        if (!message) return;
        const attempt = await send(outbound, message, signal);
        const isPassing = await inTenant((context) => settle(context, message, attempt));
        // The queue tries again what was not taken.
        if (isPassing) throw new Error(`A webhook was not delivered: ${attempt.error}`);
      },
      giveUp: (context, { id }) => failDelivery(context, id, "No attempt succeeded."),
    }),
  ] as Job[];
}

type Message = { delivery: StoredDelivery; webhook: StoredWebhook; secrets: string[] };

/** What is to be sent; null where it is not wanted any more. */
async function openDelivery(context: Context, id: string): Promise<Message | null> {
  const waiting = await findWaiting(context, id);
  if (!waiting) return null;
  const { webhook } = waiting;
  if (webhook.state !== "active" || webhook.sealed_secret === null) {
    const reason = webhook.state === "active" ? "The webhook has no secret yet." : `The webhook is ${webhook.state}.`;
    await failDelivery(context, id, reason);
    return null;
  }
  const isEarlierOpen = webhook.earlier_ends_at !== null && webhook.earlier_ends_at > realClock();
  const sealed = [webhook.sealed_secret, ...(isEarlierOpen ? [webhook.earlier_secret] : [])];
  const secrets: string[] = [];
  for (const one of sealed) if (one) secrets.push(await context.secrets.open(context, secretPurpose(webhook.id), one));
  return { ...waiting, secrets };
}

type Sent = Omit<Attempt, "state"> & { isDelivered: boolean; isPassing: boolean };

async function send(outbound: Outbound, { delivery, webhook, secrets }: Message, signal: AbortSignal): Promise<Sent> {
  const now = realClock();
  const { id, body } = delivery;
  const headers = { "content-type": "application/json", ...signWebhook(secrets, { id, body, at: now }) };
  try {
    const { status } = await outbound(webhook.url, { method: "POST", headers, body, signal });
    const isDelivered = status >= 200 && status < 300;
    const error = isDelivered ? null : `The receiver answered ${status}.`;
    return { isDelivered, isPassing: true, status, error, now };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { isDelivered: false, isPassing: error.isPassing, status: null, error: error.message, now };
  }
}

/** Notes how it went; tells whether it is worth another attempt. */
async function settle(context: Context, { delivery, webhook }: Message, sent: Sent): Promise<boolean> {
  const isAgain = !sent.isDelivered && sent.isPassing;
  const state = sent.isDelivered ? "delivered" : isAgain ? "waiting" : "failed";
  const failures = await noteAttempt(context, delivery, { ...sent, state });
  if (failures < mostFailures) return isAgain;
  await failDelivery(context, delivery.id, sent.error ?? "");
  if (await disableWebhook(context, webhook.id, context.now)) await tellDisabled(context, webhook, sent.error);
  return false;
}
