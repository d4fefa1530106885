import type { Logger } from "../telemetry/logger.ts";

/** A value of one tenant that is read again once it is old; the last one holds while it cannot be read. */
export type StaleIfError<Value> = {
  current(): Promise<Value>;
  /** The value is another now: the next one who asks waits for it. */
  forget(): void;
};

const oldAfterMs = 3000;
/** Nobody waits longer than this for a database that is away. */
const patienceMs = 400;

/** Caches what `read` gives for this tenant; `first` holds until it has given anything. */
export function staleIfError<Value>({
  tenantId,
  read,
  first,
  log,
}: {
  tenantId: string;
  read: (tenantId: string) => Promise<Value>;
  first: Value;
  log: Logger;
}): StaleIfError<Value> {
  let value = first;
  let until = 0;
  let reading: Promise<void> | null = null;

  function readAgain(): Promise<void> {
    const began: Promise<void> = read(tenantId)
      .then((next) => {
        // Another reading began meanwhile, because this one came too early.
        if (reading === began) value = next;
      })
      .catch((error) => log.warn({ err: error }, "The settings could not be read, the last ones are used"))
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
