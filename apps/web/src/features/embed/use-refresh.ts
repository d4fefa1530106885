import { useEffect } from "react";
import { queryClient } from "../../lib/query-client.ts";

const leastSeconds = 10;

/** Reads everything anew every so many seconds while someone looks; what was missed is caught up with at once. */
export function useRefresh(seconds: number): void {
  useEffect(() => {
    const everyMs = Math.max(seconds, leastSeconds) * 1000;
    let refreshedAt = Date.now();
    const refresh = () => {
      if (document.hidden) return;
      refreshedAt = Date.now();
      void queryClient.invalidateQueries();
    };
    const catchUp = () => {
      if (Date.now() - refreshedAt >= everyMs) refresh();
    };
    const timer = setInterval(refresh, everyMs);
    document.addEventListener("visibilitychange", catchUp);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", catchUp);
    };
  }, [seconds]);
}
