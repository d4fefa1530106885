import { AppError } from "../errors.ts";

const mostKept = 10_000;

type Limit = {
  calls: number;
  perSeconds: number;
  /** What is asked for too often, in words. */
  what?: string;
};

/** Lets a number of calls for each name pass in a while, and refuses those beyond it. */
export function allowCalls({ calls: most, perSeconds, what }: Limit): (name: string) => void {
  const windows = new Map<string, { until: number; calls: number }>();
  return (name) => {
    const now = performance.now();
    const window = windows.get(name);
    if (!window || window.until <= now) {
      if (windows.size >= mostKept) windows.clear();
      windows.set(name, { until: now + perSeconds * 1000, calls: 1 });
      return;
    }
    window.calls += 1;
    if (window.calls <= most) return;
    const seconds = Math.ceil((window.until - now) / 1000);
    const problem = what ? `${what} was requested too often` : "Too many requests";
    throw new AppError("limit_reached", `${problem}. Try again in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  };
}
