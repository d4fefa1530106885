import type { SealedSecrets } from "../crypto/sealed-secrets.ts";

/** A note as it is kept, with its place in the chain of its tenant. */
export type ChainedEntry = {
  tenant_id: string;
  seq: number;
  id: string;
  at: Date;
  actor_uid: string | null;
  actor_role: string | null;
  act: string;
  subject: string;
  details: unknown;
  request_id: string;
  address: string | null;
  user_agent: string | null;
  about_tenant: string | null;
};

/** The mark of a note: made of all that it says and of the mark before it. */
export function markOf(secrets: Pick<SealedSecrets, "mark">, before: string, entry: ChainedEntry): string {
  const { tenant_id, seq, id, at, actor_uid, actor_role, act, subject, details, request_id } = entry;
  const { address, user_agent, about_tenant } = entry;
  const said = [
    ...[before, tenant_id, seq, id, at.toISOString(), actor_uid, actor_role, act, subject, inOrder(details)],
    ...[request_id, address, user_agent, about_tenant],
  ];
  return secrets.mark("audit.chain", JSON.stringify(said));
}

/** The seal of the newest note's place: without the key nobody can say that the chain ended earlier. */
export function sealOf(
  secrets: Pick<SealedSecrets, "mark">,
  tenantId: string,
  { seq, mark }: { seq: number; mark: string },
): string {
  return secrets.mark("audit.head", JSON.stringify([tenantId, Number(seq), mark]));
}

/** The same value however its keys were ordered: the database keeps them in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => inOrder(one ?? null));
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]));
}
