import type { JsonWebKey } from "node:crypto";
import { createPublicKey, type KeyObject } from "node:crypto";
import type { ServiceRight } from "@console/contracts";
import { type Selectable, sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { DB } from "../../../../platform/db/schema.gen.ts";
import { projectId } from "../project.ts";

type Scope = Pick<Context, "db" | "now">;

/** A service account that is let in. */
export type ServiceAccount = { id: string; rights: ReadonlySet<ServiceRight> };

const addressEnd = `@${projectId}.service`;

/** The name by which programs know a service account; it has the form of a mail address, as SDKs require. */
export function formatClientEmail(id: string): string {
  return `${id}${addressEnd}`;
}

/** The id in such a name, or null when it is not one of ours. */
export function parseClientEmail(email: string): string | null {
  return email.endsWith(addressEnd) ? email.slice(0, -addressEnd.length) : null;
}

/** A service account, whatever its state. */
export async function findServiceAccount(
  { db }: Pick<Context, "db">,
  id: string,
): Promise<Selectable<DB["service_accounts"]> | null> {
  return (await db.selectFrom("service_accounts").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The ids of the service accounts that are let in. */
export async function listActiveServiceAccounts({ db }: Pick<Context, "db">): Promise<string[]> {
  const query = db.selectFrom("service_accounts").select("id").where("state", "=", "active").orderBy("id");
  return (await query.execute()).map(({ id }) => id);
}

/** The keys of a service account that count now, if it is let in. */
export async function findActiveKeys(
  { db, now }: Scope,
  accountId: string,
): Promise<{ kid: string; key: KeyObject }[]> {
  const rows = await db
    .selectFrom("service_keys as k")
    .innerJoin("service_accounts as a", "a.id", "k.account_id")
    .select(["k.kid", "k.public_jwk"])
    .where("a.id", "=", accountId)
    .where("a.state", "=", "active")
    .where((where) => where.or([where("k.ends_at", "is", null), where("k.ends_at", ">", now)]))
    .execute();
  return rows.map(({ kid, public_jwk }) => ({
    kid,
    key: createPublicKey({ key: public_jwk as JsonWebKey, format: "jwk" }),
  }));
}

/** The service account of a key, while both are in force. */
export async function findServiceAccountByKey({ db, now }: Scope, kid: string): Promise<ServiceAccount | null> {
  const row = await db
    .selectFrom("service_keys as k")
    .innerJoin("service_accounts as a", "a.id", "k.account_id")
    .select(["a.id", "a.rights"])
    .where("k.kid", "=", kid)
    .where("a.state", "=", "active")
    .where((where) => where.or([where("k.ends_at", "is", null), where("k.ends_at", ">", now)]))
    .executeTakeFirst();
  return row ? { id: row.id, rights: new Set(row.rights as ServiceRight[]) } : null;
}

export async function recordKeyUse({ db, now }: Scope, kid: string): Promise<void> {
  await db.updateTable("service_keys").set({ last_used_at: now }).where("kid", "=", kid).execute();
}

/** Lets the newest key go on until an instant and ends any older one; gives when the last of them ends. */
export async function endEarlierKeys({ db, now }: Scope, accountId: string, ends: Date): Promise<Date | null> {
  const { rows } = await sql<{ ends_at: Date }>`update service_keys
    set ends_at = case when ends_at is null then ${ends}::timestamptz else ${now}::timestamptz end
    where account_id = ${accountId} and (ends_at is null or ends_at > ${now}) returning ends_at`.execute(db);
  const last = Math.max(0, ...rows.map(({ ends_at }) => ends_at.getTime()));
  return last > now.getTime() ? new Date(last) : null;
}
