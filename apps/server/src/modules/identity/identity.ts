import type { Config } from "../../platform/config.ts";
import type { Context } from "../../platform/context.ts";
import type { AttemptSlots } from "./attempt-slots.ts";
import type { PasswordHasher } from "./password-hasher.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** What every operation of the identity service works with. */
export type Identity = {
  config: Config;
  keys: SigningKeys;
  passwords: PasswordHasher;
  attempts: AttemptSlots;
  /** Derives refresh tokens. */
  refreshKey: Buffer;
  isTestMode: boolean;
};

/** One call on the identity wire. */
export type Call = {
  body: Record<string, unknown>;
  query: Record<string, string>;
  address: string;
  userAgent: string;
  /** Only in test mode: the caller acts for the whole project. */
  isAdmin: boolean;
  /** The refresh token that the browser keeps where scripts cannot read it. */
  cookieToken: string | null;
  now: Date;
  log: Context["log"];
  /** One transaction on the platform's rows. */
  transact<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
};

/** An operation of the wire: gives the JSON body of a 200 or throws a WireError. */
export type Operation = (identity: Identity, call: Call) => Promise<Record<string, unknown>>;

/** The project that tokens are made for. */
export const projectId = "console";
export const projectNumber = "1";
