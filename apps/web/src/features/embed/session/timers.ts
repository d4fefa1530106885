/** Some timers by their names, each running at most once. */
export function createTimers<Name extends string>() {
  const stops = new Map<Name, () => void>();
  const stop = (name: Name) => {
    stops.get(name)?.();
    stops.delete(name);
  };
  return {
    /** Calls once after so long, in the place of what was planned under the same name. */
    start(name: Name, afterMs: number, call: () => void): void {
      stop(name);
      const timer = setTimeout(call, afterMs);
      stops.set(name, () => clearTimeout(timer));
    },
    repeat(name: Name, everyMs: number, call: () => void): void {
      stop(name);
      const timer = setInterval(call, everyMs);
      stops.set(name, () => clearInterval(timer));
    },
    stopAll(): void {
      for (const name of stops.keys()) stop(name);
    },
  };
}
