import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import type { GrowingMessage } from "./growing-message.ts";
import { insertPieces, type NumberedPiece } from "./piece-store.ts";

/** Pieces are joined to about ten a second, whatever pace a model has. */
const pauseMs = 100;

type Parts = { database: Database; clock: Clock; log: Logger };

/** Stores the pieces of all answers that this process writes: one statement for each organisation at a time. */
export function createPieceWriter({ database, clock, log }: Parts) {
  const growing = new Set<GrowingMessage>();
  const held = new Map<string, NumberedPiece[]>();
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    for (const message of growing) {
      const pieces = message.takeWaiting();
      if (pieces.length > 0) held.set(message.tenantId, [...(held.get(message.tenantId) ?? []), ...pieces]);
    }
    for (const [tenantId, pieces] of [...held]) {
      try {
        await database.inTenant(tenantId, (db) => insertPieces({ db, tenantId, now: clock() }, pieces));
        held.delete(tenantId);
      } catch (error) {
        log.warn({ err: error }, "Pieces of answers could not be stored; trying again soon");
      }
    }
    if (held.size > 0) plan();
  }

  function flush(): Promise<void> {
    writing = writing.then(writeAll);
    return writing;
  }

  function plan(): void {
    timer ??= setTimeout(() => {
      timer = null;
      void flush();
    }, pauseMs);
  }

  return {
    /** Told whenever a piece has come. */
    onPiece: plan,
    follow: (message: GrowingMessage) => void growing.add(message),
    /** Nothing of the message is written from here on: whoever ends it stores it as a whole. */
    async leave(message: GrowingMessage): Promise<void> {
      growing.delete(message);
      message.takeWaiting();
      await writing;
      const others = (held.get(message.tenantId) ?? []).filter((piece) => piece.message !== message.id);
      if (others.length > 0) held.set(message.tenantId, others);
      else held.delete(message.tenantId);
    },
    flush,
    stop(): void {
      if (timer) clearTimeout(timer);
    },
  };
}
