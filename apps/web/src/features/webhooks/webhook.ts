import type { EntityRow } from "@console/contracts";
import type { KeyOwner } from "../../blocks/keys/key-owner.ts";
import { callApi } from "../../lib/api.ts";

/** A webhook, as far as its page speaks of it. */
export type Webhook = { id: string; name: string; status: string };

/** The webhook that a row holds. */
export function toWebhook({ id, name, status }: EntityRow): Webhook {
  return { id: String(id), name: String(name ?? id), status: String(status) };
}

/** The webhook as the owner of its secret. */
export function secretOwner({ id, name }: Pick<Webhook, "id" | "name">): KeyOwner {
  return { id, name, one: "webhook", word: "secret" };
}

/** Gives a webhook a new secret. */
export function issueSecret(request: { id: string; overlapHours: number }) {
  return callApi("issueWebhookSecret", request);
}
