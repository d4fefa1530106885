import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";

/** For so long everyone is still answered while each answer asks its client to leave. */
const graceMs = 500;
/** No connection has come for so long: nobody is on the way. */
const quietMs = 100;
/** Answers are held back for no longer than this until it is quiet. */
const longestHoldMs = 1000;
/** Time for an answer's last bytes to leave. */
const lastBytesMs = 50;
/** A connection that was only just made gets so long for its first request. */
const firstRequestMs = 1000;
/** How long open requests may take after that. */
const openRequestsMs = 6000;

/** The connections of a server, and how it leaves them without a reset. */
export type Connections = {
  isLeaving(): boolean;
  /** Every answer waits for this before it is sent. */
  mayAnswer(): Promise<void> | null;
  /** Resolves when the server may stop to listen; the connections are closed once it has. */
  leave(): Promise<void>;
};

/** Follows a server's connections and open answers. */
export function followConnections(server: Server): Connections {
  const open = new Set<ServerResponse>();
  const unused = new Map<Socket, number>();
  let isLeaving = false;
  let lastConnectionAt = 0;
  let holding: Promise<void> | null = null;

  server.on("connection", (socket) => {
    lastConnectionAt = performance.now();
    unused.set(socket, lastConnectionAt);
    socket.once("close", () => unused.delete(socket));
  });
  // Before the framework, which may answer at once.
  server.prependListener("request", (request, response) => {
    unused.delete(request.socket);
    open.add(response);
    response.once("close", () => open.delete(response));
    if (isLeaving) response.shouldKeepAlive = false;
  });

  const isAwaited = () =>
    open.size > 0 || [...unused.values()].some((madeAt) => performance.now() - madeAt < firstRequestMs);

  /** The server alone would wait for connections on which browsers have never asked anything. */
  async function closeRest(): Promise<void> {
    const deadline = performance.now() + openRequestsMs;
    do await sleep(lastBytesMs);
    while (isAwaited() && performance.now() < deadline);
    server.closeAllConnections();
  }

  /**
   * A connection that waits to be accepted when a server stops to listen is reset. Clients come anew when they have
   * got an answer: while none is sent and nobody is on the way, there is none.
   */
  async function holdUntilQuiet(): Promise<void> {
    let release = () => {};
    holding = new Promise((resolve) => {
      release = resolve;
    });
    const heldAt = performance.now();
    do {
      await sleep(10);
      // A process that was held up itself takes the connections that came meanwhile before it judges.
      await turn();
    } while (
      performance.now() - Math.max(lastConnectionAt, heldAt) < quietMs &&
      performance.now() - heldAt < longestHoldMs
    );
    void (async () => {
      while (server.listening) await turn();
      holding = null;
      release();
      await closeRest();
    })();
  }

  return {
    isLeaving: () => isLeaving,
    mayAnswer: () => holding,
    async leave() {
      isLeaving = true;
      if (!server.listening) return;
      for (const response of open) if (!response.headersSent) response.shouldKeepAlive = false;
      await sleep(graceMs);
      await holdUntilQuiet();
    },
  };
}
