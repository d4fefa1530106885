import type { FastifyInstance, FastifyRequest } from "fastify";

type Limits = {
  /** Time for the whole of a call to arrive. */
  arrivalMs: number;
  /** A file may take longer, as long as this much of it comes in that time. */
  leastFileBytes: number;
  /** Time for the rest of a body whose call has been answered before it was read. */
  restMs: number;
};

const usual: Limits = { arrivalMs: 30_000, leastFileBytes: 64 * 1024, restMs: 3000 };

/** Cuts off whoever sends a body too slowly, also one that nobody reads any more because it was answered already. */
export function limitArrival(
  app: FastifyInstance,
  isFile: (request: FastifyRequest) => boolean,
  { arrivalMs, leastFileBytes, restMs }: Limits = usual,
): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook("onRequest", async (request) => {
    const { raw } = request;
    let arrived = raw.socket.bytesRead;
    const look = () => {
      const { bytesRead } = raw.socket;
      if (!raw.complete && (!isFile(request) || bytesRead - arrived < leastFileBytes)) raw.destroy();
      arrived = bytesRead;
    };
    timers.set(request, setInterval(look, arrivalMs).unref());
  });
  app.addHook("preValidation", async (request) => {
    if (!isFile(request)) clearInterval(timers.get(request));
  });
  app.addHook("onResponse", async (request) => clearInterval(timers.get(request)));
  // The framework closes the connection of a body that is too large at once: its sender would never read why.
  app.addHook("onSend", async (request, reply) => {
    if (!request.raw.complete) reply.removeHeader("connection");
  });
  app.server.on("request", (request, response) => {
    response.once("finish", () => {
      if (request.complete) return;
      setTimeout(() => {
        if (!request.complete) request.socket.destroy();
      }, restMs).unref();
    });
  });
}
