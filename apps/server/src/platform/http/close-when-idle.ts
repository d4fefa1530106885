import type { Server, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/** Time for an answer's last bytes to leave, and for a request already under way to be seen. */
const quietMs = 50;

/**
 * Follows the open answers of a server. The returned function closes every connection once none is left, or after the
 * limit: the server alone would wait for connections on which browsers have never asked anything.
 */
export function closeWhenIdle(server: Server): (limitMs: number) => Promise<void> {
  const open = new Set<ServerResponse>();
  server.on("request", (_request, response) => {
    open.add(response);
    response.once("close", () => open.delete(response));
  });
  return async (limitMs) => {
    const deadline = Date.now() + limitMs;
    do await sleep(quietMs);
    while (open.size > 0 && Date.now() < deadline);
    server.closeAllConnections();
  };
}
