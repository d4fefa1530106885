import type { Permission } from "@console/contracts";
import { type FormatChoices, ownFormats } from "@console/figures/format";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import type { SealedSecrets } from "./crypto/sealed-secrets.ts";
import type { Database, Db, Isolation, SnapshotDb } from "./db/database.ts";
import { AppError } from "./errors.ts";
import type { Logger } from "./telemetry/logger.ts";

/** The reserved tenant id under which the platform keeps rows of its own. */
export const platformTenant = "platform";

export type Actor =
  | { kind: "visitor" }
  | {
      kind: "user";
      uid: string;
      role: string;
      sessionId: string | null;
      /** Who really asks, where a platform admin impersonates this account for support. */
      onBehalf?: string;
    }
  /** Whoever bears a token of a module, which opens one thing. What `scope` holds is the module's own affair. */
  | { kind: "bearer"; token: TokenKind; subject: string; scope: unknown }
  /** A program of someone else that looks after accounts. */
  | { kind: "service"; account: string }
  | { kind: "system"; job: string };

/** A kind of token that a module gives out itself. */
export type TokenKind = {
  /** The role of its bearer in the audit log, which also names what opened the way. */
  role: string;
  /** The answer to whoever asks for something else with it. */
  refusal: string;
};

/** The part of a tenant's facts that someone sees, whatever is asked for. */
export type Confinement = {
  members: readonly { dimension: string; keys: readonly number[] }[];
  /** The columns of rows that are shown, and those of which only the first word is. */
  columns: ReadonlySet<string>;
  shortened: ReadonlySet<string>;
  /** How many days are shown, today included: nothing is compared with days before them. */
  days: number;
};

/** Who asks, on whose rows, and what they may do. */
export type Caller = {
  actor: Actor;
  tenantId: string;
  permissions: ReadonlySet<Permission>;
  /** A platform admin reads in a tenant: nothing of the tenant's may change by it. */
  isPlatformAccess?: true;
  /** Absent where all of the tenant's facts may be seen. */
  confined?: Confinement;
  /** How the caller wants dates and numbers to be written; absent where nobody has chosen. */
  formats?: FormatChoices;
};

/** Where a call came from. */
export type Origin = { address: string; userAgent: string };

/** What every use case gets first. `db` is the one open transaction, bound to the tenant. */
export type Context = Caller & {
  requestId: string;
  db: Db;
  now: Date;
  log: Logger;
  config: Config;
  secrets: SealedSecrets;
  /** Absent in work of the product itself. */
  origin?: Origin;
};

/** A context for what takes several statements and must see one state: its transaction is a snapshot. */
export type SnapshotContext = Context & { db: SnapshotDb };

/** What all contexts of one running product share. */
export type Platform = { config: Config; clock: Clock; database: Database; secrets: SealedSecrets };

/** The context of one request or job, before its transaction is open. */
export function createCallContext(
  { config, clock, secrets }: Platform,
  caller: Caller,
  { requestId, log, origin }: { requestId: string; log: Logger; origin?: Origin },
): Omit<Context, "db"> {
  return { ...caller, requestId, now: clock(), log, config, secrets, ...(origin && { origin }) };
}

/** Runs work of the product itself, each piece in a transaction of one tenant. */
export function systemWork(platform: Platform, job: string, log: Logger) {
  return <Result>(
    tenantId: string,
    work: (context: Context) => Promise<Result>,
    isolation?: Isolation,
  ): Promise<Result> =>
    platform.database.inTenant(
      tenantId,
      (db) => work({ ...createCallContext(platform, systemCaller(job, tenantId), { requestId: job, log }), db }),
      isolation,
    );
}

/** Someone who has not signed in. */
export const visitor: Caller = { actor: { kind: "visitor" }, tenantId: platformTenant, permissions: new Set() };

/** The product itself, at work in the background for one tenant. */
export function systemCaller(job: string, tenantId: string): Caller {
  return { actor: { kind: "system", job }, tenantId, permissions: new Set() };
}

/** How texts of an answer write dates and numbers: as the caller wants them, or as the product does. */
export function readFormats({ formats }: Pick<Caller, "formats">): FormatChoices {
  return formats ?? ownFormats;
}

/** The id of the person who asks; the product itself and visitors have none. */
export function requirePerson({ actor }: Pick<Caller, "actor">): string {
  if (actor.kind !== "user") throw new AppError("forbidden", "Only a person who is signed in can do this.");
  return actor.uid;
}
