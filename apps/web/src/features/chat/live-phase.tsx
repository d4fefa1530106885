import { useEffect, useState } from "react";
import classes from "./chat.module.css";
import type { LiveAnswer } from "./use-answer-stream.ts";

/** What is being done now, and for how long where that may take. */
export function LivePhase({ live }: { live: LiveAnswer }) {
  const seconds = useSecondsSince(live.phaseSince);
  const running = live.steps.find(({ state }) => state === "running");
  const words = live.isReconnecting
    ? "The connection was lost. Reconnecting …"
    : running
      ? `${running.title} …`
      : sayPhase(live, seconds);
  return (
    <p className={classes.phase}>
      <span className={classes.pulse} aria-hidden="true" />
      {words}
    </p>
  );
}

/** Whole seconds since a moment, counted on. */
function useSecondsSince(since: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.round((now - since) / 1000));
}

function sayPhase({ phase, place }: LiveAnswer, seconds: number): string {
  if (phase === "queued")
    return place === null || place < 2 ? "Waiting for its turn …" : `Number ${place} in the queue …`;
  if (phase === "loading") return `The model is loading: ${seconds} s. The first answer takes longest.`;
  if (phase === "thinking") return `Thinking: ${seconds} s`;
  return phase === "writing" ? "Writing …" : "Looking for the answer …";
}
