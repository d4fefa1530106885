import pg from "pg";
import type { Logger } from "../telemetry/logger.ts";

/** A notification may be lost with its connection; connecting again now and then heals that. */
const lookAgainMs = 5000;

type Options = {
  channel: string;
  /** What the connection is called in the database. */
  name: string;
  log: Logger;
  onTold(payload: string): void;
};

/** Listens to one channel of the database over a connection of its own, which is opened again when it was lost. */
export function listenTo(url: string, { channel, name, log, onTold }: Options): { close(): Promise<void> } {
  let client: pg.Client | null = null;
  let isClosed = false;
  let isConnecting = false;

  async function connect(): Promise<void> {
    if (isClosed || isConnecting) return;
    isConnecting = true;
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, application_name: name });
    next.on("notification", ({ payload }) => payload && onTold(payload));
    next.on("error", () => {});
    next.on("end", () => {
      client = null;
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      client = next;
      if (isClosed) await next.end();
    } catch (error) {
      log.warn({ err: error }, "Listening for events failed; trying again soon");
      await next.end().catch(() => {});
    } finally {
      isConnecting = false;
    }
  }

  const timer = setInterval(() => {
    if (!client) void connect();
  }, lookAgainMs);
  void connect();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      await client?.end().catch(() => {});
    },
  };
}
