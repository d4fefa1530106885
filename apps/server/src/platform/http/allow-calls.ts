import { AppError } from "../../platform/errors.ts";

const windowMs = 60_000;
const mostKept = 10_000;

/** Lets a number of calls for each name pass in a minute, and refuses those beyond it. */
export function allowCalls(perMinute: number): (name: string) => void {
  const windows = new Map<string, { until: number; calls: number }>();
  return (name) => {
    const now = performance.now();
    const window = windows.get(name);
    if (!window || window.until <= now) {
      if (windows.size >= mostKept) windows.clear();
      windows.set(name, { until: now + windowMs, calls: 1 });
      return;
    }
    window.calls += 1;
    if (window.calls <= perMinute) return;
    const seconds = Math.ceil((window.until - now) / 1000);
    throw new AppError("limit_reached", `This report is asked for too often. Try again in ${seconds} seconds.`, {
      retryAfterSeconds: seconds,
    });
  };
}
