import "@mantine/core/styles/Progress.css";
import type { RouteOutput, Routes } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { Progress } from "@mantine/core";
import classes from "./fill-progress.module.css";
import { StaleNote } from "./stale-note.tsx";

type Props = {
  progress: RouteOutput<Routes["listMetrics"]>["progress"][number];
  formats: FormatChoices;
  /** The last try to ask how far it is has failed. */
  isStale: boolean;
  isFetching: boolean;
  onRetry: () => void;
};

/** How far the demo data of a tenant is, or that it stopped. */
export function FillProgress({ progress, formats, isStale, isFetching, onRetry }: Props) {
  const { done, total, state } = progress;
  const hasFailed = state === "failed";
  const days = `${formatNumber(done, formats)} of ${formatNumber(total, formats)} days`;
  return (
    <section className={classes.panel}>
      <h2 className={classes.title}>
        {hasFailed ? "The demo data could not be filled in" : "Demo data is being filled in"}
      </h2>
      <p className={classes.message}>
        {hasFailed
          ? "Filling stopped before the last day, so figures are missing. Ask an administrator to check."
          : "The oldest days come first. Your figures appear here as soon as the last day is in."}
      </p>
      <Progress.Root size="md" className={classes.bar}>
        <Progress.Section
          value={total > 0 ? (done / total) * 100 : 0}
          color={hasFailed ? "var(--bad)" : "var(--accent)"}
          withAria={false}
          role="progressbar"
          aria-label="Demo data"
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          aria-valuetext={days}
        />
      </Progress.Root>
      <p className={classes.count}>{days}</p>
      {isStale && (
        <StaleNote isFetching={isFetching} onRetry={onRetry}>
          The progress could not be loaded.
        </StaleNote>
      )}
    </section>
  );
}
