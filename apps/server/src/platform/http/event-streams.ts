import type { FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import { unavailable } from "../errors.ts";
import { isCursor, type StoredEvent } from "../events/event-store.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { StreamOpener } from "./endpoint.ts";

const keepAliveMs = 25_000;
/** What a browser waits before it comes back, spread so that a restart is not followed by a rush. */
const retryMs = () => 1000 + Math.floor(Math.random() * 9000);

/** The open streams of server-sent events. */
export type EventStreams = {
  open(
    request: FastifyRequest,
    reply: FastifyReply,
    caller: Omit<Context, "db">,
    input: Record<string, unknown>,
    opener: StreamOpener<never>,
  ): Promise<FastifyReply>;
  /** Ends every stream with a hint when to come back. */
  closeAll(): void;
};

/** Keeps streams alive, counts them and ends them. */
export function createEventStreams(metrics: Metrics): EventStreams {
  const ends = new Set<() => void>();
  let isClosing = false;
  return {
    async open(request, reply, caller, input, opener) {
      if (isClosing) throw unavailable(new Error("the server is about to end"));
      const raw = reply.raw;
      const write = ({ cursor, type, data }: StoredEvent) =>
        raw.write(`id: ${cursor}\nevent: ${type}\ndata: ${JSON.stringify({ type, data })}\n\n`);
      const header = request.headers["last-event-id"];
      const asked = typeof header === "string" ? header : input.lastEventId;
      const resume = typeof asked === "string" && isCursor(asked) ? asked : undefined;

      // What cannot be opened is refused like any other call, so the head of the answer waits for it.
      let early: StoredEvent[] | null = [];
      const send = (event: StoredEvent) => void (early ? early.push(event) : write(event));
      const close = await opener(caller, { ...input, lastEventId: resume } as never, send);

      reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      raw.write(`retry: ${retryMs()}\n\n`);
      early.forEach(write);
      early = null;
      const alive = setInterval(() => raw.write(": alive\n\n"), keepAliveMs);
      const end = () => raw.end(`retry: ${retryMs()}\n\n`);
      ends.add(end);
      metrics.eventStreams.inc();
      const leave = () => {
        clearInterval(alive);
        ends.delete(end);
        metrics.eventStreams.dec();
        close();
      };
      if (raw.closed) leave();
      else raw.once("close", leave);
      if (isClosing) end();
      return reply;
    },
    closeAll() {
      isClosing = true;
      for (const end of ends) end();
    },
  };
}
