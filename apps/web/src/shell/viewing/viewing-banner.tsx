import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { leaveViewing, stopViewing, type Viewing } from "../../lib/auth/viewing.ts";
import classes from "./viewing-banner.module.css";

/** Says on every page whose account is looked at, why, and for how long; leads back. */
export function ViewingBanner({ viewing: { name, reason, endsAt } }: { viewing: Viewing }) {
  const [isStopping, setIsStopping] = useState(false);
  const leftMs = useTimeLeft(endsAt);
  useEffect(() => {
    if (leftMs <= 0) leaveViewing();
  }, [leftMs]);
  return (
    <section className={classes.banner} aria-label="You are viewing someone's account">
      <IconEye size={18} stroke={1.5} aria-hidden="true" />
      <p className={classes.words}>
        You see what <strong>{name}</strong> sees · {reason} ·{" "}
        <span className={classes.clock} role="timer" aria-live="off">
          {formatClock(leftMs)} left
        </span>
      </p>
      <Button
        size="compact-sm"
        variant="white"
        color="red"
        loading={isStopping}
        onClick={() => {
          setIsStopping(true);
          void stopViewing();
        }}
      >
        Stop
      </Button>
    </section>
  );
}

function useTimeLeft(endsAt: string): number {
  const left = () => Date.parse(endsAt) - Date.now();
  const [leftMs, setLeftMs] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left is read anew each second.
  useEffect(() => {
    const timer = setInterval(() => setLeftMs(left()), 1000);
    return () => clearInterval(timer);
  }, [endsAt]);
  return leftMs;
}

function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
