import { isRunning, type ProcessIdentity } from "./process-identity.ts";

const lookMs = 250;

/** Starts a server again whenever it has ended by itself, until told to let it be. */
export type Watch = { current(): ProcessIdentity; end(): Promise<void> };

/** Watches a server process; `restart` must bring it back under the same address. */
export function keepRunning(
  first: ProcessIdentity,
  restart: () => Promise<ProcessIdentity>,
  say: (line: string) => void,
): Watch {
  let current = first;
  let isEnding = false;
  let timer: NodeJS.Timeout;
  let restarting: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    if (isRunning(current)) return;
    say("The database server ended by itself and is started again.");
    try {
      current = await restart();
    } catch (error) {
      say(`The database server could not be started again yet: ${(error as Error).message}`);
    }
  }

  function lookLater(): void {
    timer = setTimeout(() => {
      restarting = look().then(() => {
        if (!isEnding) lookLater();
      });
    }, lookMs);
    timer.unref();
  }
  lookLater();

  return {
    current: () => current,
    async end() {
      isEnding = true;
      clearTimeout(timer);
      await restarting;
    },
  };
}
