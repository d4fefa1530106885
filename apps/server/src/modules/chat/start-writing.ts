import { randomUUID } from "node:crypto";
import type { MessageProblem } from "@console/contracts";
import {
  type Caller,
  type Context,
  createCallContext,
  type Platform,
  platformTenant,
  systemCaller,
} from "../../platform/context.ts";
import { publishEvent } from "../../platform/events/event-store.ts";
import { listenTo } from "../../platform/events/listen.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { settleUse } from "../limits/index.ts";
import { chatChannel, conversationsChanged, readSignal, tellGrown } from "./chat-channel.ts";
import { createGrowingMessage, type GrowingMessage } from "./growing-message.ts";
import { addPiece, asksModel, nothingGrown } from "./message-piece.ts";
import {
  type ClaimedMessage,
  claimMessages,
  keepAlive,
  type ProviderSlots,
  type QueuedMessage,
  takeLost,
} from "./message-queue.ts";
import { type EndedMessage, endMessage, markWorking } from "./message-store.ts";
import { selectPieces } from "./piece-store.ts";
import { createPieceWriter } from "./piece-writer.ts";

/** One process writes so many answers at once; those of a provider have their own limit beside it. */
const mostAtOnce = 256;
const lookEveryMs = 2000;
const aliveEveryMs = 3000;
/** What is left of an answer is stored within this time when the product is asked to stop. */
const endWithinMs = 3000;

/** Why an answer did not come about, in words for whoever asked. */
export class AnswerProblem extends Error {
  readonly reason: MessageProblem;

  constructor(reason: MessageProblem, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What writing an answer gives beside its pieces. */
export type Written = Pick<EndedMessage, "unverified" | "problem"> & {
  promptTokens: number | null;
  answerTokens: number | null;
};

/** Writes one answer as its asker, piece by piece, until it is done or the signal ends it. */
export type WriteAnswer = (
  asking: Omit<Context, "db">,
  message: string,
  growing: Pick<GrowingMessage, "add" | "answeredBy" | "grown">,
  signal: AbortSignal,
) => Promise<Written>;

type Parts = {
  platform: Platform;
  log: Logger;
  /** Who a person is by now; null when they may not sign in any more. */
  findCaller(uid: string): Promise<Caller | null>;
  /** How many answers each provider may write at once. */
  readSlots(): Promise<ProviderSlots>;
  write: WriteAnswer;
};

const interrupted = "The answer was interrupted. What had come is kept; ask for it once more.";

/**
 * Writes the answers that wait, until it is stopped. Whoever reads them need not be there: each is stored as it grows,
 * and ends in one of its states whatever happens to the process.
 */
export function startWriting(url: string, { platform, log, findCaller, readSlots, write }: Parts) {
  const { database, clock } = platform;
  const worker = randomUUID();
  const running = new Map<string, AbortController>();
  const pieces = createPieceWriter({ database, clock, log });
  const stopping = new AbortController();
  let looking: Promise<void> | null = null;
  let looksAgain = false;
  const works = new Set<Promise<void>>();

  const onPlatform = <Result>(work: Parameters<typeof database.inTenant<Result>>[1]) =>
    database.inTenant(platformTenant, work);

  /** Takes what waits, once at a time; a call that comes meanwhile looks once more. */
  function look(): Promise<void> {
    looksAgain = true;
    looking ??= (async () => {
      while (looksAgain && !stopping.signal.aborted) {
        looksAgain = false;
        const most = mostAtOnce - running.size;
        if (most <= 0) break;
        const slots = await readSlots();
        for (const claimed of await onPlatform((db) => claimMessages(db, { worker, most, slots }))) begin(claimed);
      }
    })()
      .catch((error) => log.warn({ err: error }, "Waiting answers could not be read; trying again soon"))
      .finally(() => {
        looking = null;
      });
    return looking;
  }

  function begin(claimed: ClaimedMessage): void {
    const stopped = new AbortController();
    running.set(claimed.message, stopped);
    const work = writeOne(claimed, stopped.signal)
      .catch((error) => log.error({ err: error }, "An answer could not be ended"))
      .finally(() => {
        running.delete(claimed.message);
        works.delete(work);
        void look();
      });
    works.add(work);
  }

  async function writeOne({ tenantId, message, uid }: ClaimedMessage, stopped: AbortSignal): Promise<void> {
    const own = log.child({ part: "assistant", tenant: tenantId, person: uid });
    const growing = createGrowingMessage(tenantId, message, pieces.onPiece);
    pieces.follow(growing);
    const signal = AbortSignal.any([stopped, stopping.signal]);
    let end: Pick<EndedMessage, "state" | "problem" | "unverified" | "usage">;
    try {
      await database.inTenant(tenantId, (db) => markWorking({ db, tenantId, now: clock() }, message));
      const caller = await findCaller(uid);
      if (!caller || caller.tenantId !== tenantId || !caller.permissions.has("assistant.chat")) {
        throw new AnswerProblem("no_access", "Your access has changed. Sign in again.");
      }
      const context = createCallContext(platform, caller, { requestId: `answer-${message}`, log: own });
      const { unverified, problem, ...tokens } = await write(context, message, growing, signal);
      end = { state: "done", problem, unverified, usage: growing.readUsage(tokens) };
    } catch (error) {
      end = { ...sayEnd(error, stopped, own), unverified: [], usage: growing.readUsage(noTokens) };
    }
    await pieces.leave(growing);
    const wasModelAsked = growing.wasModelAsked();
    const ended = { ...growing.grown, ...end, server: growing.readServer() };
    await untilStored(() => endIn({ tenantId, message, uid }, ended, wasModelAsked));
  }

  /** Says how an answer ended that was not finished. */
  function sayEnd(error: unknown, stopped: AbortSignal, own: Logger): Pick<EndedMessage, "state" | "problem"> {
    if (stopped.aborted) return { state: "stopped", problem: null };
    if (stopping.signal.aborted) return { state: "interrupted", problem: { reason: "interrupted", text: interrupted } };
    if (error instanceof AnswerProblem) {
      return { state: "failed", problem: { reason: error.reason, text: error.message } };
    }
    own.error({ err: error }, "An answer failed");
    const text = "Something went wrong while this was answered. Ask once more.";
    return { state: "failed", problem: { reason: "unforeseen", text } };
  }

  async function endIn({ tenantId, message, uid }: QueuedMessage, end: EndedMessage, wasModelAsked: boolean) {
    const job = { requestId: `answer-${message}`, log };
    const context = createCallContext(platform, systemCaller("assistant.answer", tenantId), job);
    await database.inTenant(tenantId, async (db) => {
      const scope = { ...context, db };
      await endMessage(scope, message, end);
      await tellGrown(scope, [message]);
      await publishEvent(scope, { ...conversationsChanged, uid });
      await settleUse(scope, message, {
        outcome: end.state,
        problem: end.problem?.reason ?? null,
        wasModelAsked,
        server: end.server,
        promptTokens: end.usage?.promptTokens ?? null,
        answerTokens: end.usage?.answerTokens ?? null,
        firstWordMs: end.usage?.firstWordMs ?? null,
        totalMs: end.usage?.workMs ?? null,
        letters: end.text.length + end.thinking.length,
      });
    });
  }

  /** The end of an answer is not lost because the database is away for a moment. */
  async function untilStored(store: () => Promise<void>): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        return await store();
      } catch (error) {
        // Another process finds it later, and ends it as interrupted.
        if (tries >= 20 || stopping.signal.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, 250 * (tries + 1)));
      }
    }
  }

  /** Ends what a process left behind that died, with what had come. */
  async function endLost(): Promise<void> {
    for (const lost of await onPlatform(takeLost)) {
      const { tenantId, message } = lost;
      const stored = await database.inTenant(tenantId, (db) => selectPieces({ db, tenantId }, [{ message, after: 0 }]));
      const grown = nothingGrown();
      for (const piece of stored) addPiece(grown, piece);
      const problem = { reason: "interrupted", text: interrupted } as const;
      const end = { ...grown, state: "interrupted", problem, unverified: [], usage: null, server: null } as const;
      await endIn(lost, end, stored.some(asksModel));
    }
  }

  async function sayAlive(): Promise<void> {
    try {
      for (const message of await onPlatform((db) => keepAlive(db, worker))) running.get(message)?.abort();
      await endLost();
    } catch (error) {
      log.warn({ err: error }, "The queue of answers could not be reached; trying again soon");
    }
  }

  const listening = listenTo(url, {
    channel: chatChannel,
    name: "console answers",
    log,
    onTold(payload) {
      const signal = readSignal(payload);
      if (signal?.kind === "work") void look();
      if (signal?.kind === "stop") running.get(signal.message)?.abort();
    },
  });
  const lookTimer = setInterval(() => void look(), lookEveryMs);
  const aliveTimer = setInterval(() => void sayAlive(), aliveEveryMs);
  void sayAlive().then(look);

  return {
    /** Ends what is being written as interrupted, with what has come. */
    async stop(): Promise<void> {
      clearInterval(lookTimer);
      clearInterval(aliveTimer);
      stopping.abort();
      await looking;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, endWithinMs);
      });
      await Promise.race([Promise.all(works), late]);
      clearTimeout(timer);
      pieces.stop();
      await listening.close();
    },
  };
}

const noTokens = { promptTokens: null, answerTokens: null };
