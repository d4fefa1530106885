import { Kysely, sql } from "kysely";
import pg from "pg";
import { createKeyedConcurrencyLimit } from "../concurrency-limit.ts";
import { unavailable } from "../errors.ts";
import { cancelOnAbort } from "./cancel-on-abort.ts";
import { alwaysClosed, type Circuit } from "./circuit.ts";
import { oneClientDialect } from "./one-client-dialect.ts";
import type { DB } from "./schema.gen.ts";

/** The open transaction of one tenant. */
export type Db = Kysely<DB>;

declare const snapshot: unique symbol;

/** The open transaction of one tenant whose statements all see one state. Only `inTenant` with "snapshot" gives it. */
export type SnapshotDb = Db & { readonly [snapshot]: true };

/** One tenant's rows, as they stand in an open transaction. */
export type TenantScope = { db: Db; tenantId: string; now: Date };

/** The name of the role under which every statement of the application runs; row-level security binds it. */
export const applicationRole = "console_app";

/** `snapshot`: all statements of the transaction see the rows as they stood at its first one, and none changes any. */
export type Isolation = "statement" | "snapshot";

type Note = { write(db: Db, notes: readonly unknown[]): Promise<void>; note: unknown };
const notesByTransaction = new WeakMap<Db, Note[]>();

/** Keeps a note for the end of a transaction, where `write` gets all of its notes at once, just before the commit. */
export function beforeCommit<Content>(
  db: Db,
  write: (db: Db, notes: readonly Content[]) => Promise<void>,
  note: Content,
): void {
  const notes = notesByTransaction.get(db);
  if (!notes) throw new Error("Notes belong to a transaction that is still open.");
  notes.push({ write: write as Note["write"], note });
}

/** Whether a transaction has notes of this kind so far. */
export function hasNotes<Content>(db: Db, write: (db: Db, notes: readonly Content[]) => Promise<void>): boolean {
  return (notesByTransaction.get(db) ?? []).some((one) => one.write === write);
}

/** Does a piece of a transaction that may fail alone: then its rows and its notes are undone, and the rest goes on. */
export async function withSavepoint<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const notes = notesByTransaction.get(db) ?? [];
  const before = notes.length;
  await sql`savepoint piece`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint piece`.execute(db);
    return result;
  } catch (error) {
    notes.length = before;
    // Without the release the piece around this one would be undone only up to here.
    await sql`rollback to savepoint piece`.execute(db);
    await sql`release savepoint piece`.execute(db);
    throw error;
  }
}

function hasAnyNotes(db: Db): boolean {
  return (notesByTransaction.get(db)?.length ?? 0) > 0;
}

async function writeNotes(db: Db): Promise<void> {
  const notes = notesByTransaction.get(db) ?? [];
  notesByTransaction.delete(db);
  for (const write of new Set(notes.map((one) => one.write))) {
    await write(
      db,
      notes.filter((one) => one.write === write).map(({ note }) => note),
    );
  }
}

/** The only door to the rows: a transaction that belongs to one tenant. */
export type Database = {
  inTenant<Result>(tenantId: string, work: (db: SnapshotDb) => Promise<Result>, isolation: "snapshot"): Promise<Result>;
  /** Once `signal` is aborted the statement that is under way is cancelled, and nothing of the work is stored. */
  inTenant<Result>(
    tenantId: string,
    work: (db: Db) => Promise<Result>,
    isolation?: Isolation,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Resolves when the server answers within a second. */
  check(): Promise<void>;
};

type DatabaseOptions = {
  /** Lets callers through as long as the server is there. */
  circuit?: Circuit;
  /** So many transactions at once; the others wait in line, so that connections are left for others of the pool. */
  most?: number;
};

/** Opens transactions on a pool. */
export function createDatabase(
  pool: pg.Pool,
  { circuit = alwaysClosed, most = Number.POSITIVE_INFINITY }: DatabaseOptions = {},
): Database {
  const limit = createKeyedConcurrencyLimit(most, Number.POSITIVE_INFINITY);
  return {
    async inTenant<Result>(
      tenantId: string,
      work: (db: SnapshotDb) => Promise<Result>,
      isolation: Isolation = "statement",
      signal?: AbortSignal,
    ) {
      return limit("", () => {
        if (circuit.state() !== "closed") throw unavailable(new Error("the circuit is open"));
        signal?.throwIfAborted();
        return circuit.watch(() => inTenant({ pool, circuit }, tenantId, work, { isolation, signal }));
      });
    },
    async check() {
      if (circuit.state() !== "closed") throw unavailable(new Error("the circuit is open"));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(unavailable(new Error("no answer within a second"))), 1000);
      });
      try {
        await Promise.race([pool.query("select 1"), late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function inTenant<Result>(
  { pool, circuit }: { pool: pg.Pool; circuit: Circuit },
  tenantId: string,
  work: (db: SnapshotDb) => Promise<Result>,
  { isolation, signal }: { isolation: Isolation; signal: AbortSignal | undefined },
): Promise<Result> {
  const connecting = pool.connect();
  const client = await circuit.wait(connecting).catch((error) => {
    // A connection that comes after all is not kept from others.
    connecting.then(
      (late) => late.release(),
      () => {},
    );
    throw unavailable(error);
  });
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
  };
  client.on("error", onLost);
  const release = () => {
    client.off("error", onLost);
    client.release(lost);
  };
  let beginning = begin(client, tenantId, isolation);
  const cancelling = signal && cancelOnAbort(pool, client, signal);
  /** What comes after this, and what others do on the connection later, is not cancelled. */
  const endCancelling = async () => {
    if (await cancelling?.stop()) lost ??= new Error("The word to cancel may still be on its way to this connection.");
  };
  let isEnding = false;
  try {
    // The one place that makes it. Whoever asks for no snapshot sees a plain `Db`, by the type of `Database`.
    const db = new Kysely<DB>({ dialect: oneClientDialect(client, signal) }) as SnapshotDb;
    notesByTransaction.set(db, []);
    const result = await work(db);
    const isRead = isolation === "snapshot";
    if (isRead) await endCancelling();
    if (isRead && !hasAnyNotes(db)) {
      await beginning;
      // Nothing of it can be lost: the answer need not wait for its end.
      isEnding = true;
      void commit(client).catch(onLost).then(release);
      return result;
    }
    // A snapshot changes nothing, and does not see what others have noted meanwhile: its notes are written after it.
    if (isRead) {
      await commit(client);
      beginning = begin(client, tenantId, "statement");
    }
    await writeNotes(db);
    await beginning;
    await endCancelling();
    signal?.throwIfAborted();
    await commit(client);
    return result;
  } catch (failure) {
    await endCancelling();
    // What kept a transaction from beginning is told, not that its statements were refused for it.
    const error = await beginning.then(
      () => failure,
      (reason) => reason,
    );
    if (isConnectionLoss(error)) lost = error;
    else await client.query("rollback").catch(onLost);
    signal?.throwIfAborted();
    throw isAway(error) ? unavailable(error) : error;
  } finally {
    if (!isEnding) release();
  }
}

/**
 * Goes out together with the first statement, and leaves nothing that outlives the transaction: the connection may be
 * shared by a pooler. BEGIN is a message of its own that cannot fail for what comes after it, so that where the rest
 * fails the first statement is refused.
 */
function begin(client: pg.PoolClient, tenantId: string, isolation: Isolation): Promise<unknown> {
  const beginning = Promise.all([
    client.query(isolation === "snapshot" ? "begin isolation level repeatable read read only" : "begin"),
    client.query(`set local role ${applicationRole}; set local app.tenant_id = ${pg.escapeLiteral(tenantId)}`),
  ]);
  // Whoever opened the transaction waits for it later.
  beginning.catch(() => {});
  return beginning;
}

/** A transaction that met an error answers COMMIT with ROLLBACK, and says so only here. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query("commit");
  if (command !== "COMMIT") throw new Error("The transaction was rolled back because one of its statements failed.");
}

const lossMessages = /Connection terminated|Query read timeout|Client has encountered a connection error/;
const lossCodes = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08\w{3}|57P0[123])$/;
/** Too many connections, no disk or memory left, or a statement that took too long. */
const busyCodes = /^(?:53\w{3}|57014|55P03)$/;

function isConnectionLoss(error: unknown): error is Error {
  return error instanceof Error && (lossCodes.test(errorCode(error)) || lossMessages.test(error.message));
}

function isAway(error: unknown): boolean {
  return isConnectionLoss(error) || (error instanceof Error && busyCodes.test(errorCode(error)));
}

/** Whether a transaction was undone because another one waited for it; done again it goes through. */
export function isUndone(error: unknown): boolean {
  return error instanceof Error && /^(?:40001|40P01)$/.test(errorCode(error));
}

/** Whether a statement was refused for a character that no text of the database can hold: a zero byte, or half of one. */
export function isUnkeepable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isHalf = errorCode(error) === "22P02" && "detail" in error && /surrogate/.test(String(error.detail));
  return isHalf || /^(?:22021|22P05)$/.test(errorCode(error));
}

function errorCode(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
