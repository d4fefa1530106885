import type { MessageEvent } from "@console/contracts";
import { platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { listenTo } from "../../platform/events/listen.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { chatChannel, readSignal } from "./chat-channel.ts";
import { findPlace } from "./message-queue.ts";
import { selectStates } from "./message-store.ts";
import { mostPieces, selectPieces } from "./piece-store.ts";
import { presentMessage } from "./present-message.ts";

type Following = {
  tenantId: string;
  message: string;
  /** The number of the last piece that is known. */
  after: number;
  /** `number` is null for what is no piece and is told again to whoever comes back. */
  send(event: MessageEvent, number: number | null): void;
  /** Told once the answer has ended and all of it was sent. */
  end(): void;
};
type Follower = Following & { place: number | null; isEnded: boolean };

/** Brings answers to those who read them while they grow: one look for all readers of an organisation. */
export type MessageHub = {
  follow(following: Following): Promise<() => void>;
  close(): Promise<void>;
};

/** Several tellings within this time are one look. */
const gatherMs = 30;
/** A telling may be lost with its connection, and the place of an answer that waits is not told. */
const lookAgainMs = 1000;

/** Starts to listen. */
export function startMessageHub(url: string, database: Database, log: Logger): MessageHub {
  const followers = new Map<string, Set<Follower>>();
  const looks = new Map<string, Promise<void>>();
  const planned = new Map<string, NodeJS.Timeout>();

  /** What has come for the readers of one organisation since the last look. */
  async function deliver(tenantId: string): Promise<void> {
    const open = [...(followers.get(tenantId) ?? [])].filter(({ isEnded }) => !isEnded);
    if (open.length === 0) return;
    const places = open.map(({ message, after }) => ({ message, after }));
    const { pieces, states } = await database.inTenant(
      tenantId,
      async (db) => ({
        // In this order: what ended between the two is told as ended, with all of it in the whole message.
        pieces: await selectPieces({ db, tenantId }, lowest(places)),
        states: await selectStates({ db, tenantId }, [...new Set(open.map(({ message }) => message))]),
      }),
      "snapshot",
    );
    for (const follower of open) {
      const stored = states.get(follower.message);
      if (!stored || stored.ended) {
        follower.isEnded = true;
        const data = stored?.ended ? { message: presentMessage(stored.ended) } : { message: null };
        follower.send({ type: "end", data }, null);
        follower.end();
        continue;
      }
      for (const { message, number, type, data } of pieces) {
        if (message !== follower.message || number <= follower.after) continue;
        follower.after = number;
        follower.send({ type, data: data as Record<string, unknown> }, number);
      }
      if (stored.state === "queued") await tellPlace(follower);
    }
    if (pieces.length === mostPieces) void wake(tenantId);
  }

  async function tellPlace(follower: Follower): Promise<void> {
    const place = await database.inTenant(platformTenant, (db) => findPlace(db, follower.message));
    if (place === null || place === follower.place) return;
    follower.place = place;
    follower.send({ type: "phase", data: { phase: "queued", place } }, null);
  }

  /** One look at a time for an organisation, so that no piece reaches a reader twice. */
  function wake(tenantId: string): Promise<void> {
    const turn = (looks.get(tenantId) ?? Promise.resolve()).then(() => deliver(tenantId));
    const settled = turn.catch((error) => log.warn({ err: error }, "Answers could not be read; trying again soon"));
    looks.set(tenantId, settled);
    return turn;
  }

  function plan(tenantId: string): void {
    if (planned.has(tenantId)) return;
    const timer = setTimeout(() => {
      planned.delete(tenantId);
      wake(tenantId).catch(() => {});
    }, gatherMs);
    planned.set(tenantId, timer);
  }

  const listening = listenTo(url, {
    channel: chatChannel,
    name: "console answers",
    log,
    onTold(payload) {
      const signal = readSignal(payload);
      if (signal?.kind !== "grown" || !isFollowed(signal.tenantId, signal.message)) return;
      plan(signal.tenantId);
    },
  });
  const isFollowed = (tenantId: string, message: string) =>
    [...(followers.get(tenantId) ?? [])].some((follower) => follower.message === message);
  const timer = setInterval(() => {
    for (const tenantId of followers.keys()) plan(tenantId);
  }, lookAgainMs);

  return {
    async follow(following) {
      const { tenantId } = following;
      const follower: Follower = { ...following, place: null, isEnded: false };
      const group = followers.get(tenantId) ?? new Set();
      followers.set(tenantId, group.add(follower));
      const leave = () => {
        group.delete(follower);
        if (group.size > 0 || followers.get(tenantId) !== group) return;
        followers.delete(tenantId);
        looks.delete(tenantId);
      };
      // Whoever comes while nothing can be read is told so, and comes again.
      await wake(tenantId).catch((error) => {
        leave();
        throw error;
      });
      return leave;
    },
    async close() {
      clearInterval(timer);
      for (const one of planned.values()) clearTimeout(one);
      followers.clear();
      await Promise.allSettled(looks.values());
      await listening.close();
    },
  };
}

/** Each message once, at the place of whoever knows least of it. */
function lowest(places: readonly { message: string; after: number }[]) {
  const after = new Map<string, number>();
  for (const { message, after: place } of places) after.set(message, Math.min(place, after.get(message) ?? place));
  return [...after].map(([message, place]) => ({ message, after: place }));
}
