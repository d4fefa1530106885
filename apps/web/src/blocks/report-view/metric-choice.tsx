import type { PanelAnswer, ReportPanel } from "@console/contracts";
import { PressedChoice } from "./pressed-choice.tsx";

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
    <PressedChoice
      legend="Show"
      options={columns.filter(({ kind }) => kind === "metric")}
      chosen={metric ?? panel.metric}
      onChoose={onMetric}
    />
  );
}
