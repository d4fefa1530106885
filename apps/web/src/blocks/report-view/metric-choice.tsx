import type { PanelAnswer, ReportPanel } from "@console/contracts";
import classes from "./metric-choice.module.css";

type Props = { panel: ReportPanel; metric: string | null; answer: PanelAnswer; onMetric: (metric: string) => void };

/** A panel that shows another of its metrics in the place of the first. */
export function withMetric(panel: ReportPanel, metric: string | null): ReportPanel {
  return panel.kind === "heat" && metric !== null ? { ...panel, metric } : panel;
}

/** Chooses which of a panel's metrics is shown, where it has several to choose from. */
export function MetricChoice({ panel, metric, answer, onMetric }: Props) {
  if (panel.kind !== "heat" || !panel.others) return null;
  const columns = answer.questions[0]?.answer.columns ?? [];
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.hidden}>Show</legend>
      {columns
        .filter(({ kind }) => kind === "metric")
        .map(({ id, label }) => (
          <button
            key={id}
            type="button"
            className={classes.metric}
            aria-pressed={id === (metric ?? panel.metric)}
            onClick={() => onMetric(id)}
          >
            {label}
          </button>
        ))}
    </fieldset>
  );
}
