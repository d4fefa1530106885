import type { ServiceRight } from "@console/contracts";
import type { Config } from "../../../platform/config.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Account } from "./accounts/account-store.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import type { Session } from "./sessions/session-store.ts";
import type { Subject } from "./sign-in/attempts.ts";
import type { AttemptSlots } from "./sign-in/keyed-concurrency-limit.ts";
import type { SignInView } from "./sign-in/sign-in-store.ts";
import type { SigningKeys } from "./tokens/signing-keys.ts";

/** What every operation of the identity service works with. */
export type Identity = {
  config: Config;
  keys: SigningKeys;
  passwords: PasswordHasher;
  attempts: AttemptSlots;
  /** The two steps of a sign-in before and after the password is looked at; in a flood each is done for many at once. */
  readForSignIn(ask: SignInAsk): Promise<SignInView>;
  openForSignIn(ask: { call: Call; account: Account; view: SignInView }): Promise<Session>;
  /** Derives refresh tokens. */
  refreshKey: Buffer;
  isTestMode: boolean;
};

/** Who wants to sign in, and what failures are counted by. */
export type SignInAsk = { call: Call; email: string; subjects: readonly Subject[] };

/** One call on the identity wire. */
export type Call = {
  body: Record<string, unknown>;
  query: Record<string, string>;
  address: string;
  userAgent: string;
  /** Whether a page in a browser asks, which browsers say by themselves. */
  isBrowser: boolean;
  /** Present where the caller acts for the whole project. */
  admin: ProjectAdmin | null;
  /** The refresh token that the browser keeps where scripts cannot read it. */
  cookieToken: string | null;
  now: Date;
  log: Context["log"];
  /** One transaction on the platform's rows. */
  transact<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  /** The call within a transaction on the platform's rows that another call has opened. */
  within(db: Db): Context;
};

/** Somebody who acts for the whole project: a service account, or in test mode a suite, which may do everything. */
export type ProjectAdmin = { service: string | null; rights: ReadonlySet<ServiceRight> };

/** An operation of the wire: gives the JSON body of a 200 or throws a WireError. */
export type Operation = (identity: Identity, call: Call) => Promise<Record<string, unknown>>;
