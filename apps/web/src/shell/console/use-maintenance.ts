import type { Maintenance } from "@console/contracts";
import { useEffect, useRef } from "react";
import { onUnavailable } from "../../lib/api.ts";
import { refreshConfig } from "../../lib/config.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useConfig } from "../../lib/use-config.ts";

const lookEveryMs = 5000;
/** Many calls fail at once: they are one reason to look. */
const lookAtMostMs = 2000;

/** The work on the product that keeps the reader out, as long as it does; null when nothing does. */
export function useMaintenance({ isPlatform }: { isPlatform: boolean }): Maintenance | null {
  const { maintenance } = useConfig();
  const isOut = maintenance?.isInForce === true && !isPlatform;
  const wasOut = useRef(isOut);
  const startedOut = useRef(isOut);

  useEffect(() => {
    if (!isOut) return watchFailures();
    const timer = setInterval(() => void refreshConfig(), lookEveryMs);
    return () => clearInterval(timer);
  }, [isOut]);

  useEffect(() => {
    const isOver = wasOut.current && !isOut;
    wasOut.current = isOut;
    if (!isOver) return;
    // A page that was opened meanwhile does not even know who reads it.
    if (startedOut.current) location.reload();
    else void queryClient.invalidateQueries();
  }, [isOut]);

  return isOut ? maintenance : null;
}

/** Looks whether maintenance has begun as soon as a call is refused. */
function watchFailures(): () => void {
  let lookedAt = Number.NEGATIVE_INFINITY;
  return onUnavailable(() => {
    if (performance.now() - lookedAt < lookAtMostMs) return;
    lookedAt = performance.now();
    void refreshConfig();
  });
}
