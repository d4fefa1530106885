import { setImmediate as turn } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "../telemetry/logger.ts";

/** While anyone waits for the database it is asked for a sign of life this often. */
const lookMs = 400;
/** While it is away it is asked more often, so that nobody is sent away longer than needed. */
const lookForReturnMs = 150;
/** Without any answer for so long it is taken to be away. */
const silenceMs = 900;
/** A question that was not answered for so long is given up for a new connection. */
const probeMs = 3000;
/** A connection that nobody needs for so long is closed. */
const restMs = 5000;

export type CircuitState = "closed" | "open" | "half-open";

/**
 * Keeps callers from waiting for a database that does not answer: those who wait are sent away together, and those
 * who come later at once, until it answers again. Work that takes long goes on for as long as others are answered.
 */
export type Circuit = {
  state(): CircuitState;
  /** How often it has opened so far. */
  openings(): number;
  /** Does work on the database, unless that is away. Its success is a sign of life. */
  watch<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Waits for something of the database, at most until it is found to be away. */
  wait<Result>(something: Promise<Result>): Promise<Result>;
};

/** For work that has its own patience. */
export const alwaysClosed: Circuit = {
  state: () => "closed",
  openings: () => 0,
  watch: (work) => work(),
  wait: (something) => something,
};

type Options = {
  /** Resolves when the database answers; rejects when it refuses to. */
  probe: () => Promise<void>;
  /** Ends the connections on which others wait. */
  onOpen: () => void;
  log: Logger;
};

/** A closed circuit. */
export function createCircuit({ probe, onOpen, log }: Options): Circuit {
  let isOpen = false;
  let openings = 0;
  let working = 0;
  let signAt = performance.now();
  let probing: Promise<void> | null = null;
  let isLooking = false;
  const waiting = new Set<(reason: Error) => void>();

  function open(reason: unknown): void {
    if (isOpen) return;
    isOpen = true;
    openings += 1;
    log.error({ err: reason }, "The database does not answer; callers are sent away until it does");
    for (const sendAway of [...waiting]) sendAway(silence());
    onOpen();
  }

  function close(): void {
    signAt = performance.now();
    if (!isOpen) return;
    isOpen = false;
    log.warn("The database answers again");
  }

  /** One question at a time; it may be answered long after the circuit has opened, and closes it then. */
  async function look(): Promise<void> {
    const askedAt = performance.now();
    if (!probing) {
      const attempt: Promise<void> = probe()
        .then(close, (reason) => {
          if (signAt < askedAt) open(reason);
        })
        .finally(() => {
          if (probing === attempt) probing = null;
        });
      probing = attempt;
    }
    let late: NodeJS.Timeout | undefined;
    const silent = new Promise<void>((resolve) => {
      late = setTimeout(resolve, silenceMs);
    });
    await Promise.race([probing, silent]);
    clearTimeout(late);
    // Answers that came while this process was busy are read first.
    await turn();
    if (signAt < askedAt && working > 0) open(silence());
  }

  function lookOn(): void {
    if (isLooking) return;
    isLooking = true;
    setTimeout(
      () => {
        void look().finally(() => {
          isLooking = false;
          if (isOpen || working > 0) lookOn();
        });
      },
      isOpen ? lookForReturnMs : lookMs,
    ).unref();
  }

  return {
    state: () => (isOpen ? (probing ? "half-open" : "open") : "closed"),
    openings: () => openings,
    async watch(work) {
      if (isOpen) throw silence();
      working += 1;
      lookOn();
      try {
        const result = await work();
        signAt = performance.now();
        return result;
      } finally {
        working -= 1;
      }
    },
    wait(something) {
      return new Promise((resolve, reject) => {
        waiting.add(reject);
        void something.then(resolve, reject).finally(() => waiting.delete(reject));
      });
    },
  };
}

function silence(): Error {
  return new Error("The database does not answer.");
}

/** Asks a server for a sign of life, on a connection of its own that waits behind nobody. */
export function createProbe(url: string): () => Promise<void> {
  let client: pg.Client | null = null;
  let rest: NodeJS.Timeout | undefined;

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: probeMs,
      query_timeout: probeMs,
      application_name: "console probe",
    });
    next.on("error", () => {});
    next.on("end", () => {
      if (client === next) client = null;
    });
    await next.connect();
    client = next;
    return next;
  }

  function letGo(): void {
    void client?.end().catch(() => {});
    client = null;
  }

  return async () => {
    clearTimeout(rest);
    try {
      const current = client;
      const isAlive = current !== null && (await ask(current));
      if (current && !isAlive) letGo();
      if (!isAlive) await (await connect()).query("select 1");
    } catch (error) {
      letGo();
      if (!isAnswer(error)) throw error;
    } finally {
      rest = setTimeout(letGo, restMs).unref();
    }
  };
}

function ask(client: pg.Client): Promise<boolean> {
  return client.query("select 1").then(
    () => true,
    () => false,
  );
}

/** A server that has no place for one more connection is alive; one that starts or ends is not there yet. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^57P0/.test(error.code ?? "");
}
