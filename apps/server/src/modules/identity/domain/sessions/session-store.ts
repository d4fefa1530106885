import { randomUUID } from "node:crypto";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Context } from "../../../../platform/context.ts";
import type { DB } from "../../../../platform/db/schema.gen.ts";
import { findServiceAccountByKey } from "../service-accounts/service-account-store.ts";

export type Session = Selectable<DB["account_sessions"]>;
export type NewSession = {
  uid: string;
  at: Date;
  provider: string;
  claims: Record<string, unknown>;
  authenticatedAt: Date;
  userAgent: string;
  address: string | null;
  /** The key of the program that signed someone in. */
  serviceKey: string | null;
};

/** Inserts sessions, and the time of the sign-in at each account, in one statement. */
export async function insertSessions({ db }: Context, sessions: readonly NewSession[]): Promise<Session[]> {
  const rows = sessions.map(({ at, authenticatedAt, userAgent, claims, serviceKey, ...session }) => ({
    id: randomUUID(),
    ...session,
    claims: JSON.stringify(claims),
    authenticated_at: authenticatedAt,
    created_at: at,
    last_used_at: at,
    rotated_at: at,
    user_agent: userAgent.slice(0, 300),
    service_key: serviceKey,
  }));
  const times = sql<{ uid: string; at: Date }>`(select uid, max(at) as at
    from unnest(${sessions.map(({ uid }) => uid)}::text[], ${sessions.map(({ at }) => at)}::timestamptz[]) as s(uid, at)
    group by uid)`.as<"times">("times");
  const inserted = await db
    // Always in the same order, so that two floods do not wait for each other.
    .with("locked", (query) =>
      query
        .selectFrom("accounts")
        .innerJoin(times, "times.uid", "accounts.uid")
        .select(["accounts.uid", "times.at"])
        .orderBy("accounts.uid")
        .forNoKeyUpdate("accounts"),
    )
    .with("updated", (query) =>
      query
        .updateTable("accounts")
        .from("locked")
        // A sign-in that began later may have been stored before.
        .set(({ fn, ref }) => ({
          last_login_at: fn<Date>("greatest", [ref("accounts.last_login_at"), ref("locked.at")]),
          last_refresh_at: fn<Date>("greatest", [ref("accounts.last_refresh_at"), ref("locked.at")]),
        }))
        .whereRef("accounts.uid", "=", "locked.uid"),
    )
    .insertInto("account_sessions")
    .values(rows)
    .returningAll()
    .execute();
  const byId = new Map(inserted.map((session) => [session.id, session]));
  return rows.map(({ id }) => byId.get(id) as Session);
}

/** The provider of sessions in which someone impersonates the account for support. */
export const impersonationProvider = "impersonation";

/** Opens a session in which someone else impersonates the account; that is no sign-in of its owner. */
export async function insertImpersonation({ db, now }: Context, uid: string, claims: object, userAgent: string) {
  return db
    .insertInto("account_sessions")
    .values({
      id: randomUUID(),
      uid,
      provider: impersonationProvider,
      claims: JSON.stringify(claims),
      authenticated_at: now,
      created_at: now,
      last_used_at: now,
      rotated_at: now,
      user_agent: userAgent.slice(0, 300),
      address: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A session, held against a second use at the same moment. */
export async function takeSession({ db }: Context, id: string): Promise<Session | null> {
  const query = db.selectFrom("account_sessions").selectAll().where("id", "=", id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Moves a session on to its next refresh token, and stores where it is used now. */
export async function rotateSession(
  { db, now }: Context,
  id: string,
  { userAgent, address }: { userAgent: string; address: string },
): Promise<Session> {
  return db
    .updateTable("account_sessions")
    .set((row) => ({
      counter: row("counter", "+", 1),
      rotated_at: now,
      last_used_at: now,
      user_agent: userAgent.slice(0, 300),
      address,
    }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Stores that a tab has come with an old token. */
export async function recordWaking({ db, now }: Context, id: string): Promise<void> {
  await db.updateTable("account_sessions").set({ woken_at: now }).where("id", "=", id).execute();
}

/** Ends one session of an account and tells how many that were. */
export async function endSession({ db, now }: Context, uid: string, id: string): Promise<number> {
  const ended = await db
    .updateTable("account_sessions")
    .set({ ended_at: now })
    .where("uid", "=", uid)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Ends all sessions of an account but one, and tells how many that were. */
export async function endSessions({ db, now }: Context, uid: string, but: string | null = null): Promise<number> {
  let query = db
    .updateTable("account_sessions")
    .set({ ended_at: now })
    .where("uid", "=", uid)
    .where("ended_at", "is", null);
  if (but) query = query.where("id", "<>", but);
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** The open sessions of an account, last used first. */
export async function findOpenSessions({ db }: Context, uid: string): Promise<Session[]> {
  return db
    .selectFrom("account_sessions")
    .selectAll()
    .where("uid", "=", uid)
    .where("ended_at", "is", null)
    .orderBy("last_used_at", "desc")
    .limit(100)
    .execute();
}

/** Whether a session has ended; one that is gone with its account has, and one whose program is not let in any more. */
export async function isSessionEnded(context: Context, id: string): Promise<boolean> {
  const query = context.db.selectFrom("account_sessions").select(["ended_at", "service_key"]).where("id", "=", id);
  const row = await query.executeTakeFirst();
  return row === undefined || row.ended_at !== null || !(await isProgramActive(context, row));
}

/** Whether the key by which a program signed someone in is still in force; all other sessions need none. */
export async function isProgramActive(
  context: Context,
  { service_key }: Pick<Session, "service_key">,
): Promise<boolean> {
  return service_key === null || (await findServiceAccountByKey(context, service_key)) !== null;
}

/** SQL of how many open sessions the account of a uid has. */
export function countOpenSessions(uid: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select count(*) from account_sessions s where s.uid = ${uid} and s.ended_at is null)`;
}
