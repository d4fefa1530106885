import { type SharedMessage, sharedMessages } from "@console/contracts";
import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { activePeople } from "../../directory/index.ts";

/** A shared conversation as its owner lists it. */
export type ListedShare = {
  id: string;
  conversation_id: string;
  title: string;
  shared_at: Date;
  messages: number;
};

function selectOwn({ db, tenantId }: TenantScope, uid: string) {
  return db
    .selectFrom("conversation_shares")
    .select(["id", "conversation_id", "title", "shared_at", sql<number>`jsonb_array_length(messages)`.as("messages")])
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid);
}

/** A person's own shares, the newest first. */
export async function selectShares(scope: TenantScope, uid: string): Promise<ListedShare[]> {
  return selectOwn(scope, uid).orderBy("shared_at", "desc").orderBy("id").execute();
}

/** How one of a person's own conversations is shared; null where it is not. */
export async function findOwnShare(scope: TenantScope, uid: string, conversation: string): Promise<ListedShare | null> {
  return (await selectOwn(scope, uid).where("conversation_id", "=", conversation).executeTakeFirst()) ?? null;
}

export type ReadShare = {
  id: string;
  owner_uid: string;
  title: string;
  messages: SharedMessage[];
  permissions: string[];
  shared_at: Date;
};

/** A share of the tenant, as long as its owner is there. */
export async function findShare({ db, tenantId }: TenantScope, id: string): Promise<ReadShare | null> {
  const row = await db
    .selectFrom("conversation_shares as s")
    .select(["s.id", "s.owner_uid", "s.title", "s.messages", "s.permissions", "s.shared_at"])
    .where("s.tenant_id", "=", tenantId)
    .where("s.id", "=", id)
    .where(sql<boolean>`s.owner_uid in ${activePeople}`)
    .executeTakeFirst();
  return row ? { ...row, messages: sharedMessages.parse(row.messages) } : null;
}

type NewShare = {
  conversation: string;
  uid: string;
  title: string;
  messages: readonly SharedMessage[];
  permissions: readonly string[];
};

/** Keeps a copy; one that is there is replaced, and keeps its address. */
export async function saveShare({ db, tenantId, now }: TenantScope, share: NewShare): Promise<void> {
  const copy = {
    title: share.title,
    messages: JSON.stringify(share.messages),
    permissions: [...share.permissions],
    shared_at: now,
  };
  await db
    .insertInto("conversation_shares")
    .values({ tenant_id: tenantId, conversation_id: share.conversation, owner_uid: share.uid, ...copy })
    .onConflict((conflict) => conflict.columns(["tenant_id", "conversation_id"]).doUpdateSet(copy))
    .execute();
}

export async function deleteShare({ db, tenantId }: TenantScope, uid: string, conversation: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("conversation_shares")
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("conversation_id", "=", conversation)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
