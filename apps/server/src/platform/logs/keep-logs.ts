import { setImmediate as letOthersRun } from "node:timers/promises";
import { platformTenant } from "../context.ts";
import { createDatabase, type Database, isUndone } from "../db/database.ts";
import { endPool, openPool } from "../db/pool.ts";
import { AppError } from "../errors.ts";
import type { Logger } from "../telemetry/logger.ts";
import { insertLines, makeLogDays } from "./line-store.ts";
import { type LogLine, readLogLine } from "./log-line.ts";
import type { LogQueue } from "./log-queue.ts";

const batchLines = 500;
/** Reading so many lines takes about a millisecond, in which no request is served. */
const linesAtOnce = 25;
const pauseMs = 500;
const retryMs = 1000;
const patienceMs = 5000;
/** Whoever stops the product does not wait for a database that is away. */
const lastWriteMs = 1500;

type Parts = { database: Database; log: Logger; version: string; firstId?: number };

/**
 * Writes the lines of a queue to the database in batches, one after the other. A batch that meets no database is kept
 * and tried again, while the queue drops its oldest lines; what was dropped is stated in a line once there is one again.
 */
export function writeLogs(queue: LogQueue, { database, log, version, firstId = randomId() }: Parts) {
  let nextId = firstId;
  let batch: { texts: string[]; lines: LogLine[] } | null = null;
  let timer: NodeJS.Timeout | null = null;
  let writing: Promise<void> | null = null;
  let isAway = false;
  let isStopped = false;

  async function takeBatch() {
    const texts = queue.take(batchLines);
    const lines: LogLine[] = [];
    for (const [place, text] of texts.entries()) {
      if (place > 0 && place % linesAtOnce === 0) await letOthersRun();
      const line = readLogLine(text, nextId++);
      if (line) lines.push(line);
    }
    return texts.length === 0 ? null : { texts, lines };
  }

  /** Writes one batch; false while there is no database to write to. */
  async function writeBatch(): Promise<boolean> {
    batch ??= await takeBatch();
    if (!batch) return true;
    const { texts, lines } = batch;
    try {
      if (lines.length > 0) await store(database, lines, version);
      batch = null;
    } catch (error) {
      if (isUndone(error) || (error instanceof AppError && error.kind === "unavailable")) return false;
      // Lines that the database will never take must not hold up those behind them.
      batch = null;
      queue.drop(texts);
      log.error({ err: error }, "Log lines could not be stored");
    }
    return true;
  }

  async function writeAll(): Promise<void> {
    do {
      if (await writeBatch()) isAway = false;
      else {
        if (!isAway) log.warn("Log lines wait: the database does not take them");
        isAway = true;
        return;
      }
    } while (queue.size() > 0 && !isStopped);
    const gap = queue.takeGap();
    if (gap) {
      const { lines, from, to } = gap;
      log.warn({ dropped: lines, from, to }, `${lines} log lines were dropped between ${from} and ${to}`);
    }
  }

  /** Writes what waits, unless that is being done. */
  function flush(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = null;
      plan();
    });
    return writing;
  }

  function plan(): void {
    if (timer) clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => void flush(), isAway ? retryMs : pauseMs);
    timer.unref();
  }

  plan();
  queue.whenMany(batchLines, () => {
    if (!isAway) void flush();
  });
  return {
    flush,
    /** Writes what is left, if that can be done at once. */
    async stop(): Promise<void> {
      await within(lastWriteMs, flush());
      isStopped = true;
      if (timer) clearTimeout(timer);
    },
  };
}

/** Writes the lines over a connection of its own, so that no request waits for one. */
export function keepLogs(url: string, queue: LogQueue, { log, version }: { log: Logger; version: string }) {
  const pool = openPool(url, log, { size: 1, patienceMs });
  const writer = writeLogs(queue, { database: createDatabase(pool), log, version });
  return async () => {
    await writer.stop();
    await endPool(pool, 200);
  };
}

/** A day that was not made ahead is made when its first line comes. */
async function store(database: Database, lines: readonly LogLine[], version: string): Promise<void> {
  const write = () => database.inTenant(platformTenant, (db) => insertLines(db, lines, version));
  try {
    await write();
  } catch (error) {
    if (!isDayMissing(error)) throw error;
    const times = lines.map(({ at }) => Date.parse(at));
    await database.inTenant(platformTenant, (db) =>
      makeLogDays(db, new Date(Math.min(...times)), new Date(Math.max(...times))),
    );
    await write();
  }
}

function isDayMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "23514" && /no partition/.test(error.message);
}

/** Ids of one process follow each other, and those of two are far apart. */
function randomId(): number {
  return Math.floor(Math.random() * 2 ** 52);
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
