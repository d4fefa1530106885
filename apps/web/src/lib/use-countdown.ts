import { useEffect, useState } from "react";

const tickMs = 250;

/** Whole seconds until a moment, given in milliseconds since 1970 or set by `start`; 0 when it has come. */
export function useCountdown(until = 0): { secondsLeft: number; start: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState(until);
  const [now, setNow] = useState(Date.now);
  const secondsLeft = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = secondsLeft > 0;

  useEffect(() => {
    if (!isRunning) return;
    const ticking = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(ticking);
  }, [isRunning]);

  return {
    secondsLeft,
    start: (seconds) => {
      const startedAt = Date.now();
      setNow(startedAt);
      setEndsAt(startedAt + seconds * 1000);
    },
  };
}

/** Seconds as minutes and seconds: 65 is 1:05. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
