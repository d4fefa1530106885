import type { Logger } from "../telemetry/logger.ts";

/** A value that is read again when it is asked for and old; the last known one holds while it cannot be read. */
export type LastKnown<Value> = {
  current(): Promise<Value>;
  /** The value is another now: the next one who asks waits for it. */
  forget(): void;
};

const oldAfterMs = 3000;
/** Nobody waits longer than this for a database that is away. */
const patienceMs = 400;

/** Keeps what `read` gives; `first` holds until it has given anything. */
export function lastKnown<Value>(read: () => Promise<Value>, first: Value, log: Logger): LastKnown<Value> {
  let value = first;
  let until = 0;
  let reading: Promise<void> | null = null;

  function readAgain(): Promise<void> {
    const began: Promise<void> = read()
      .then((next) => {
        // Another reading began meanwhile, because this one came too early.
        if (reading === began) value = next;
      })
      .catch((error) => log.warn({ err: error }, "The settings could not be read; the last known ones hold"))
      .finally(() => {
        if (reading !== began) return;
        reading = null;
        until = performance.now() + oldAfterMs;
      });
    reading = began;
    return began;
  }

  return {
    async current() {
      if (!reading && performance.now() < until) return value;
      await Promise.race([reading ?? readAgain(), pause(patienceMs)]);
      return value;
    },
    forget() {
      until = 0;
      reading = null;
    },
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}
