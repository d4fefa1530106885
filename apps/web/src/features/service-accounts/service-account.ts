import type { EntityRow } from "@console/contracts";
import type { KeyOwner } from "../../blocks/keys/key-owner.ts";
import { callApi } from "../../lib/api.ts";

/** A service account, as far as its page speaks of it. */
export type ServiceAccount = { id: string; name: string; status: string; hasRights: boolean };

/** The service account that a row holds. */
export function toServiceAccount({ id, name, status, rights }: EntityRow): ServiceAccount {
  return {
    id: String(id),
    name: String(name ?? id),
    status: String(status),
    hasRights: Array.isArray(rights) && rights.length > 0,
  };
}

/** The service account as the owner of its keys. */
export function keyOwner({ id, name }: Pick<ServiceAccount, "id" | "name">): KeyOwner {
  return { id, name, one: "service account", word: "key" };
}

/** Gives a service account a new key. */
export function issueServiceKey(request: { id: string; overlapHours: number }) {
  return callApi("issueServiceKey", request);
}
