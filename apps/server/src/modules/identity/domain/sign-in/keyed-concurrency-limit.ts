import { unavailable } from "../../../../platform/errors.ts";

const maxQueueLength = 500;

/** Runs only so many pieces of work under one key at once, so that guesses sent together cannot all slip past the count. */
export type KeyedConcurrencyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** A limit that holds within this process. */
export function createKeyedConcurrencyLimit(maxConcurrent: number): KeyedConcurrencyLimit {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < maxConcurrent) queue.running += 1;
    else if (queue.waiting.length >= maxQueueLength) throw unavailable(new Error("too many sign-ins wait in one line"));
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = queue.waiting.shift();
      if (next) next();
      else queue.running -= 1;
      if (queue.running === 0) queues.delete(key);
    }
  };
}
