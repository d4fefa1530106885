import type { ServiceRight } from "@console/contracts";
import type { KeyedConcurrencyLimit } from "../../../platform/concurrency-limit.ts";
import type { Config } from "../../../platform/config.ts";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/database.ts";
import type { Account } from "./accounts/account-store.ts";
import type { PasswordHasher } from "./passwords/password-hasher.ts";
import type { Session } from "./sessions/session-store.ts";
import type { AttemptSubject } from "./sign-in/attempts.ts";
import type { SignInState } from "./sign-in/sign-in-store.ts";
import type { SigningKeys } from "./tokens/signing-keys.ts";
import type { Transact } from "./transact.ts";

/** What the use cases of the identity service share: keys, caches and queues of one running product. */
export type Identity = {
  config: Config;
  keys: SigningKeys;
  passwords: PasswordHasher;
  limitAttempts: KeyedConcurrencyLimit;
  /** The two steps of a sign-in before and after the password is checked; in a flood each is done for many at once. */
  readSignInState(request: SignInRequest): Promise<SignInState>;
  openSignInSession(request: { context: CallContext; account: Account; state: SignInState }): Promise<Session>;
  /** Derives refresh tokens. */
  refreshKey: Buffer;
  isTestMode: boolean;
};

/** Who wants to sign in, and what failures are counted by. */
export type SignInRequest = { context: CallContext; email: string; subjects: readonly AttemptSubject[] };

/**
 * The context of a use case that opens its own transactions, each with a `Context`: hashing a password or signing a
 * token takes a moment, and must not hold one open.
 */
export type CallContext = {
  address: string;
  userAgent: string;
  /** Whether a page in a browser calls, which browsers say by themselves. */
  isBrowser: boolean;
  /** Present where the caller acts for the whole project. */
  admin: ProjectAdmin | null;
  now: Date;
  transact: Transact;
  /** The call within a transaction on the platform's rows that another call has opened. */
  within(db: Db): Context;
};

/** The context of a call for the whole project. */
export type AdminContext = CallContext & { admin: ProjectAdmin };

export function isAdminContext(context: CallContext): context is AdminContext {
  return context.admin !== null;
}

/** Someone who acts for the whole project: a service account, or in test mode a suite, which may do everything. */
export type ProjectAdmin = { service: string | null; rights: ReadonlySet<ServiceRight> };
