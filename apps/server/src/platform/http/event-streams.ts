import type { Route } from "@console/contracts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller, Context } from "../context.ts";
import { AppError, unavailable } from "../errors.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { StreamOpener, StreamSink } from "./endpoint.ts";

const keepAliveMs = 25_000;
/** Together with what authentication remembers, whoever may not listen any more is cut off within three seconds. */
const readmitEveryMs = 1000;
/** What a browser waits before it comes back, spread so that a restart is not followed by a rush. */
const retryMs = () => 1000 + Math.floor(Math.random() * 9000);
/** A caller whose standing has changed may come back at once, with a new token. */
const retrySoonMs = 1000;
/** Each kind of stream has cursors of its own, and looks closer at what comes back. */
const cursorForm = /^[\d-]{1,60}$/;

type Opening = {
  request: FastifyRequest;
  reply: FastifyReply;
  caller: Omit<Context, "db">;
  input: Record<string, unknown>;
  opener: StreamOpener<Route>;
  /** Asks anew who calls; throws when they may not. */
  admitAgain: () => Promise<Caller>;
};

/** The open streams of server-sent events. */
export type EventStreams = {
  open(opening: Opening): Promise<FastifyReply>;
  /** Ends every stream with a hint when to come back. */
  closeAll(): void;
};

/** Keeps streams alive, counts them, looks whether their callers may still listen, and ends them. */
export function createEventStreams(metrics: Metrics): EventStreams {
  const ends = new Set<() => void>();
  let isClosing = false;
  return {
    async open({ request, reply, caller, input, opener, admitAgain }) {
      if (isClosing) throw unavailable(new Error("the server is about to end"));
      const raw = reply.raw;
      // What cannot be opened is refused like any other call, so the head of the answer waits for it.
      let early: string[] | null = [];
      let isOver = false;
      // An event may still come in the moment between the end and its being noticed.
      const write = (text: string) => void (early ? early.push(text) : raw.writableEnded || raw.write(text));
      const sink: StreamSink = {
        send: ({ cursor, type, data }) =>
          write(
            `${cursor === null ? "" : `id: ${cursor}\n`}event: ${type}\ndata: ${JSON.stringify({ type, data })}\n\n`,
          ),
        beginAt: (cursor) => write(`id: ${cursor}\n\n`),
        end: () => {
          isOver = true;
          if (!early) raw.end();
        },
      };
      const header = request.headers["last-event-id"];
      const lastId = typeof header === "string" ? header : input.lastEventId;
      const resume = typeof lastId === "string" && cursorForm.test(lastId) ? lastId : undefined;

      const close = await opener(caller, { ...input, lastEventId: resume }, sink);

      reply.hijack();
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        "x-accel-buffering": "no",
      });
      const waiting = early;
      early = null;
      write(`retry: ${retryMs()}\n\n`);
      waiting.forEach(write);
      const alive = setInterval(() => write(": alive\n\n"), keepAliveMs);
      const end = (retry = retryMs()) => raw.end(`retry: ${retry}\n\n`);
      ends.add(end);
      metrics.eventStreams.inc();
      const stopReadmitting = readmit(admitAgain, caller, (refusal) => {
        request.log.info({ refusal }, "An event stream was ended: its caller is not let in as before");
        end(retrySoonMs);
      });
      const leave = () => {
        clearInterval(alive);
        stopReadmitting();
        ends.delete(end);
        metrics.eventStreams.dec();
        close();
      };
      if (raw.closed) leave();
      else raw.once("close", leave);
      if (isOver) raw.end();
      else if (isClosing) end();
      return reply;
    },
    closeAll() {
      isClosing = true;
      for (const end of ends) end();
    },
  };
}

/** Asks every second whether a caller is still let in as the same person; gives a function that stops it. */
function readmit(admitAgain: () => Promise<Caller>, caller: Caller, refuse: (refusal: string) => void): () => void {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  const look = async () => {
    const refusal = await admitAgain().then(
      (readmitted) => (isSameAccess(readmitted, caller) ? null : "changed"),
      // Whoever cannot be asked about gets nothing either: the client comes back and learns why.
      (error: unknown) => (error instanceof AppError ? error.kind : String(error)),
    );
    if (isStopped) return;
    if (refusal === null) timer = setTimeout(look, readmitEveryMs);
    else refuse(refusal);
  };
  timer = setTimeout(look, readmitEveryMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function isSameAccess(one: Caller, other: Caller): boolean {
  const standing = ({ actor, tenantId, permissions }: Caller) => JSON.stringify([actor, tenantId, [...permissions]]);
  return standing(one) === standing(other);
}
