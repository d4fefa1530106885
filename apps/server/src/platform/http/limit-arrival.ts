import type { FastifyInstance, FastifyRequest } from "fastify";

const arrivalMs = 30_000;

/** Cuts off a call whose body drips in too slowly; a file may take its time. */
export function limitArrival(app: FastifyInstance, isFile: (request: FastifyRequest) => boolean): void {
  const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();
  app.addHook("onRequest", async (request) => {
    if (!isFile(request)) timers.set(request, setTimeout(() => request.raw.destroy(), arrivalMs).unref());
  });
  app.addHook("preValidation", async (request) => clearTimeout(timers.get(request)));
  app.addHook("onResponse", async (request) => clearTimeout(timers.get(request)));
}
