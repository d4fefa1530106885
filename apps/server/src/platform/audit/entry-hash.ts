import type { SealedSecrets } from "../crypto/sealed-secrets.ts";

/** An entry as it is stored, with its place in the chain of its tenant. Its hash is in the column `mark`. */
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

type Hasher = Pick<SealedSecrets, "hmac">;

/** The form of hashes that are made now. Those without a form are of the first one, whose times end at milliseconds. */
const newest = "v2.";

/** The hash of an entry: made of all that it says and of the hash before it. */
export function hashEntry(secrets: Hasher, before: string, entry: ChainedEntry): string {
  const time = writeMicroseconds(entry.at);
  return `${newest}${secrets.hmac("audit.chain.v2", JSON.stringify(listHashedValues(before, entry, time)))}`;
}

/** Whether a hash is that of an entry, whose time is given to the microsecond; hashes of every form count. */
export function isEntryHash(
  secrets: Hasher,
  { mark, before, entry, time }: { mark: string; before: string; entry: ChainedEntry; time: string },
): boolean {
  // Times have always been written in whole milliseconds: anything below was put there later.
  if (time !== writeMicroseconds(entry.at)) return false;
  if (mark.startsWith(newest)) return mark === hashEntry(secrets, before, entry);
  return mark === secrets.hmac("audit.chain", JSON.stringify(listHashedValues(before, entry, entry.at.toISOString())));
}

/** An instant to the microsecond, as the database writes it for `exactTime`. */
function writeMicroseconds(at: Date): string {
  return at.toISOString().replace("Z", "000Z");
}

function listHashedValues(before: string, entry: ChainedEntry, time: string): unknown[] {
  const { tenant_id, seq, id, actor_uid, actor_role, act, subject, details, request_id } = entry;
  const { address, user_agent, about_tenant } = entry;
  return [
    before,
    tenant_id,
    seq,
    id,
    time,
    actor_uid,
    actor_role,
    act,
    subject,
    inOrder(details),
    request_id,
    address,
    user_agent,
    about_tenant,
  ];
}

/** The seal of the newest entry's place: without the key nobody can say that the chain ended earlier. */
export function sealHead(secrets: Hasher, tenantId: string, { seq, mark }: { seq: number; mark: string }): string {
  return secrets.hmac("audit.head", JSON.stringify([tenantId, Number(seq), mark]));
}

/** The same value however its keys were ordered: the database keeps them in an order of its own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => inOrder(one ?? null));
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, inOrder(one)]));
}
