import type { MetricAnswer, PanelAnswerFor, PanelForKind } from "@console/contracts";

type Ranking = PanelForKind<"ranking">;
type Score = NonNullable<PanelAnswerFor<"ranking">["scores"]>[number];

/**
 * Scores from 0 to 100. A rate counts as it is, turned round where less is better; anything else by its position between
 * the worst and the best of those who are judged. What is unknown is left out, and the other weights fill its room.
 */
export function scoreMembers(answer: MetricAnswer, { by, score, least }: Ranking): Score[] {
  const parts = score?.parts ?? [];
  const isJudged = (row: MetricAnswer["rows"][number]) => !least || Number(row[least.metric] ?? 0) >= least.value;
  const judged = answer.rows.filter(isJudged);
  return answer.rows.map((row) => {
    const values = parts.map(({ metric, weight }) => {
      const column = answer.columns.find(({ id }) => id === metric);
      const value = isJudged(row) ? toPoints(row[metric], metric, column, judged) : null;
      return { metric, label: column?.label ?? metric, weight, value };
    });
    const judgedValues = values.flatMap(({ weight, value }) => (value === null ? [] : [{ weight, value }]));
    const whole = judgedValues.reduce((sum, { weight }) => sum + weight, 0);
    const points = judgedValues.reduce((sum, { weight, value }) => sum + weight * value, 0);
    return { member: String(row[by]), value: whole > 0 ? points / whole : null, parts: values };
  });
}

function toPoints(
  cell: string | number | null | undefined,
  metric: string,
  column: MetricAnswer["columns"][number] | undefined,
  judged: MetricAnswer["rows"],
): number | null {
  if (cell === null || cell === undefined) return null;
  const isTurned = column?.good === "down";
  const value = Number(cell);
  if (column?.unit === "percent") return 100 * Math.min(1, Math.max(0, isTurned ? 1 - value : value));
  const all = judged.flatMap((row) => (row[metric] === null || row[metric] === undefined ? [] : [Number(row[metric])]));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  if (high === low) return 100;
  return 100 * (isTurned ? (high - value) / (high - low) : (value - low) / (high - low));
}
