import type { Database } from "../db/database.ts";
import type { Logger } from "../telemetry/logger.ts";
import { currentCursor, eventChannel, eventsAfter, eventsPerRead, type StoredEvent } from "./event-store.ts";
import { listenTo } from "./listen.ts";

export type Subscription = {
  tenantId: string;
  uid: string | null;
  cursor: string | null;
  send(event: StoredEvent): void;
  /** Told once, before the first event: the place behind which events are sent. */
  beginAt?(cursor: string): void;
};
type Follower = Subscription & { cursor: string };

/** Brings committed events to open streams: one listening connection for all of them. */
export type EventHub = {
  subscribe(subscription: Subscription): Promise<() => void>;
  close(): Promise<void>;
};

/** A told event stays hidden while an older transaction is open, so it is looked for again soon. */
const retryMs = [100, 1000];

/** A notification may be lost with its connection; looking again now and then heals that. */
const lookAgainMs = 5000;

/** Starts to listen. */
export function startEventHub(url: string, database: Database, log: Logger): EventHub {
  const followers = new Map<string, Set<Follower>>();
  const reading = new Map<string, Promise<void>>();

  /** Followers at the same place share one query. */
  async function deliver(tenantId: string): Promise<void> {
    for (const [cursor, group] of groupByCursor(followers.get(tenantId) ?? new Set())) {
      const events = await database.inTenant(tenantId, (db) => eventsAfter(db, tenantId, cursor));
      for (const follower of group) for (const event of events) pass(event, follower);
      if (events.length === eventsPerRead) void wake(tenantId);
    }
  }

  /** One read at a time for a tenant, so that no event reaches a stream twice. */
  function wake(tenantId: string, onFailure: (error: unknown) => void = warn): Promise<void> {
    const turn = (reading.get(tenantId) ?? Promise.resolve()).then(() => deliver(tenantId)).catch(onFailure);
    reading.set(
      tenantId,
      turn.catch(() => {}),
    );
    return turn;
  }
  const warn = (error: unknown) => log.warn({ err: error }, "Events could not be read; trying again soon");

  function onTold(tenantId: string): void {
    void wake(tenantId);
    for (const pause of retryMs) setTimeout(() => void wake(tenantId), pause).unref();
  }

  let newestPlace = 0n;

  /** Where a stream begins. A place ahead of the database is one of before a restore: nothing would ever come after it. */
  async function findBeginning(tenantId: string, cursor: string | null): Promise<string> {
    if (cursor !== null && readPlace(cursor) <= newestPlace) return cursor;
    const current = await database.inTenant(tenantId, currentCursor);
    newestPlace = readPlace(current);
    return cursor !== null && readPlace(cursor) <= newestPlace ? cursor : current;
  }

  const listening = listenTo(url, {
    channel: eventChannel,
    name: "console events",
    log,
    onTold: (tenantId) => followers.has(tenantId) && onTold(tenantId),
  });
  const timer = setInterval(() => {
    for (const tenantId of followers.keys()) void wake(tenantId);
  }, lookAgainMs);

  return {
    async subscribe(subscription) {
      const { tenantId } = subscription;
      const cursor = await findBeginning(tenantId, subscription.cursor);
      const follower: Follower = { ...subscription, cursor };
      const group = followers.get(tenantId) ?? new Set();
      followers.set(tenantId, group.add(follower));
      subscription.beginAt?.(cursor);
      const leave = () => {
        group.delete(follower);
        if (group.size === 0 && followers.get(tenantId) === group) followers.delete(tenantId);
      };
      // Whoever comes while the events cannot be read is told so, and comes again.
      await wake(tenantId, (error) => {
        leave();
        throw error;
      });
      return leave;
    },
    async close() {
      clearInterval(timer);
      followers.clear();
      await Promise.allSettled(reading.values());
      await listening.close();
    },
  };
}

/** The transaction that a cursor names. */
function readPlace(cursor: string): bigint {
  return BigInt(/^\d+/.exec(cursor)?.[0] ?? 0);
}

function groupByCursor(group: Set<Follower>): Map<string, Follower[]> {
  const groups = new Map<string, Follower[]>();
  for (const follower of group) {
    const together = groups.get(follower.cursor);
    if (together) together.push(follower);
    else groups.set(follower.cursor, [follower]);
  }
  return groups;
}

function pass(event: StoredEvent, follower: Follower): void {
  follower.cursor = event.cursor;
  if (event.uid === null || event.uid === follower.uid) follower.send(event);
}
