import type { RouteOutput, Routes } from "@console/contracts";
import type { RawBuilder } from "kysely";
import type { Context } from "../../platform/context.ts";

export type InvitationLink = { href: string; expiresAt: Date };

/** What is done to the accounts behind the documents; the identity service does it. */
export type AccountAdmin = {
  /** The account of someone who is invited, made if need be, and a link that sets its first password; null once it was used. */
  invite(
    context: Context,
    invited: { email: string; days: number; uid?: string; isShown?: boolean },
  ): Promise<{ uid: string; link: InvitationLink | null }>;
  /** The account that has an address; null when none has. */
  findHolder(context: Context, email: string): Promise<string | null>;
  /** Makes an account without an address, for someone whose address another account has. */
  reserve(context: Context): Promise<string>;
  /** Gives an account without an address one that nobody has any more. */
  giveAddress(context: Context, uid: string, email: string): Promise<void>;
  /** A link like those of invitations that opens nothing. */
  emptyLink(context: Context, days: number): InvitationLink;
  /** Makes the password void and sends a link that sets another. */
  forceReset(context: Context, account: { uid: string; email: string }): Promise<void>;
  /** A locked account cannot sign in, and its sessions end. */
  setLocked(context: Context, uid: string, isLocked: boolean): Promise<void>;
  /** Signs someone out everywhere; within seconds no token counts any more. */
  endSessions(context: Context, uid: string): Promise<number>;
  /** The open sessions of an account, last used first. */
  listSessions(context: Context, uid: string): Promise<RouteOutput<Routes["listUserSessions"]>["items"]>;
  /** SQL of how many open sessions the account of a uid has. */
  countOpenSessions(uid: RawBuilder<unknown>): RawBuilder<unknown>;
  /** Ends one session and tells how many that were. */
  endSession(context: Context, uid: string, id: string): Promise<number>;
  /** Removes an account for good. */
  remove(context: Context, uid: string): Promise<void>;
};
