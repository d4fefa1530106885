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

type Marker = Pick<SealedSecrets, "mark">;

/** The form of marks that are made now. Those without a form are of the first one, whose times end at milliseconds. */
const newest = "v2.";

/** The mark of a note: made of all that it says and of the mark before it. */
export function markOf(secrets: Marker, before: string, entry: ChainedEntry): string {
  const time = writeMicroseconds(entry.at);
  return `${newest}${secrets.mark("audit.chain.v2", JSON.stringify(contentOf(before, entry, time)))}`;
}

/** Whether a mark is that of a note, whose time is told to the microsecond; marks of every form count. */
export function isMarkOf(
  secrets: Marker,
  { mark, before, entry, time }: { mark: string; before: string; entry: ChainedEntry; time: string },
): boolean {
  // Times have always been written in whole milliseconds: anything below was put there later.
  if (time !== writeMicroseconds(entry.at)) return false;
  if (mark.startsWith(newest)) return mark === markOf(secrets, before, entry);
  return mark === secrets.mark("audit.chain", JSON.stringify(contentOf(before, entry, entry.at.toISOString())));
}

/** An instant to the microsecond, as the database writes it for `exactTime`. */
function writeMicroseconds(at: Date): string {
  return at.toISOString().replace("Z", "000Z");
}

function contentOf(before: string, entry: ChainedEntry, time: string): unknown[] {
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

/** The seal of the newest note's place: without the key nobody can say that the chain ended earlier. */
export function sealOf(secrets: Marker, tenantId: string, { seq, mark }: { seq: number; mark: string }): string {
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
