import { type AccountWorld, shuffled } from "./account-world.ts";
import { detailWire } from "./wire-task.ts";

/** Where an account's webhooks go, and how untidily. */
export type Hook = {
  url: string;
  secret: string;
  /** How often each is sent. */
  copies?: number;
  /** They come in another order than they happened. */
  orderSeed?: number;
};

const templates: Readonly<Record<number, string>> = {
  6: "REQUEST_RECEIVED",
  0: "ASSIGNED",
  7: "ACCEPTED",
  1: "AGENT_STARTED",
  4: "AGENT_ARRIVED",
  2: "SUCCESSFUL",
  3: "FAILED",
  8: "DECLINED",
  9: "CANCELLED",
  10: "DELETED",
};
const patienceMs = 10_000;

/** Tells what happened between two instants; gives the answers, 0 where there was none. */
export async function sendWebhooks(
  world: AccountWorld,
  { url, secret, copies = 1, orderSeed }: Hook,
  { after, until }: { after: Date; until: Date },
): Promise<number[]> {
  const events = world.eventsBetween(after.getTime(), until.getTime());
  const bodies = events.map(({ task, event }) =>
    JSON.stringify({
      ...detailWire(task, world.account, event.atMs),
      tookan_shared_secret: secret,
      access_token: `access-${world.account.userId}`,
      webhook_type: 1,
      format: "application/json",
      is_internal: 0,
      template_key: templates[event.status] ?? "UPDATED",
    }),
  );
  const repeated = bodies.flatMap((body) => Array.from({ length: copies }, () => body));
  const answers: number[] = [];
  for (const body of orderSeed === undefined ? repeated : shuffled(repeated, orderSeed)) {
    const request = { method: "POST", headers: { "content-type": "application/json" }, body };
    const answer = await fetch(url, { ...request, signal: AbortSignal.timeout(patienceMs) }).catch(() => null);
    await answer?.body?.cancel();
    answers.push(answer?.status ?? 0);
  }
  return answers;
}
