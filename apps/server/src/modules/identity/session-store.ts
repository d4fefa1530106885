import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

export type Session = Selectable<DB["account_sessions"]>;
export type NewSession = {
  uid: string;
  provider: string;
  claims: Record<string, unknown>;
  authenticatedAt: Date;
  userAgent: string;
  address: string | null;
};

/** Notes a sign-in, with its time at the account, in one statement. */
export async function insertSession({ db, now }: Context, session: NewSession): Promise<Session> {
  return db
    .with("account", (query) =>
      query.updateTable("accounts").set({ last_login_at: now, last_refresh_at: now }).where("uid", "=", session.uid),
    )
    .insertInto("account_sessions")
    .values({
      id: randomUUID(),
      uid: session.uid,
      provider: session.provider,
      claims: JSON.stringify(session.claims),
      authenticated_at: session.authenticatedAt,
      ...{ created_at: now, last_used_at: now, rotated_at: now },
      user_agent: session.userAgent.slice(0, 300),
      address: session.address,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What sessions are marked with in which somebody looks at the account for support. */
export const viewingProvider = "impersonation";

/** Notes that somebody else looks at an account; that is no sign-in of its owner. */
export async function insertViewing({ db, now }: Context, uid: string, claims: object, userAgent: string) {
  return db
    .insertInto("account_sessions")
    .values({
      ...{ id: randomUUID(), uid, provider: viewingProvider, claims: JSON.stringify(claims), authenticated_at: now },
      ...{ created_at: now, last_used_at: now, rotated_at: now, user_agent: userAgent.slice(0, 300), address: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A session, held against a second use at the same moment. */
export async function takeSession({ db }: Context, id: string): Promise<Session | null> {
  const query = db.selectFrom("account_sessions").selectAll().where("id", "=", id).forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Moves a session on to its next refresh token. */
export async function rotateSession({ db, now }: Context, id: string): Promise<Session> {
  return db
    .updateTable("account_sessions")
    .set((row) => ({ counter: row("counter", "+", 1), rotated_at: now, last_used_at: now }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
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
export async function openSessions({ db }: Context, uid: string): Promise<Session[]> {
  return db
    .selectFrom("account_sessions")
    .selectAll()
    .where("uid", "=", uid)
    .where("ended_at", "is", null)
    .orderBy("last_used_at", "desc")
    .limit(100)
    .execute();
}

/** Whether a session has ended; one that is gone with its account has. */
export async function isSessionEnded({ db }: Context, id: string): Promise<boolean> {
  const row = await db.selectFrom("account_sessions").select("ended_at").where("id", "=", id).executeTakeFirst();
  return row === undefined || row.ended_at !== null;
}
