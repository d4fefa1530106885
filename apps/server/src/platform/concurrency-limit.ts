import { unavailable } from "./errors.ts";

const mostWaitingUnlessTold = 500;

/** Runs only so many pieces of work under one key at once; the others wait in line. */
export type KeyedConcurrencyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** A limit that holds within this process. Whoever finds too many in line is refused. */
export function createKeyedConcurrencyLimit(
  maxConcurrent: number,
  mostWaiting = mostWaitingUnlessTold,
): KeyedConcurrencyLimit {
  const queues = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: [] };
    queues.set(key, queue);
    if (queue.running < maxConcurrent) queue.running += 1;
    else if (queue.waiting.length >= mostWaiting) throw unavailable(new Error("too many wait in one line"));
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
