import { unavailable } from "../../../../platform/errors.ts";

const longestQueue = 500;

/** Lets only so many attempts of one kind run at once, so that guesses sent together cannot all slip past the count. */
export type AttemptSlots = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Slots that hold within this process. */
export function createAttemptSlots(atOnce: number): AttemptSlots {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] };
    lines.set(key, line);
    if (line.running < atOnce) line.running += 1;
    else if (line.waiting.length >= longestQueue) throw unavailable(new Error("too many sign-ins wait in one line"));
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(key);
    }
  };
}
