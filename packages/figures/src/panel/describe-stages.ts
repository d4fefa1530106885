import type { PanelAnswerFor, PanelForKind } from "@console/contracts";
import { formatNumber, readableUnit } from "../format.ts";
import type { AxisPicture } from "../picture/picture.ts";
import { axisFormat } from "./describe-trend.ts";
import { colourForMember } from "./meaning.ts";
import type { PanelReader } from "./panel-view.ts";
import { findColumn, formatterFor, numberIn } from "./read-answer.ts";

/** Bars for each stage and for their sum, one for each population; null where no population has any of them. */
export function describeStages(
  { title, stages, total, populations }: PanelForKind<"stages">,
  { questions }: PanelAnswerFor<"stages">,
  reader: PanelReader,
): AxisPicture | null {
  const series = populations.flatMap((population) => {
    const question = questions.find(({ query }) => query.metrics.includes(population.total));
    if (!question) return [];
    const { totals } = question.answer;
    const metrics = [...population.stages, population.total];
    const colour = colourForMember(population.name);
    const count = numberIn(totals[population.count]) ?? 0;
    return [
      {
        id: population.total,
        label: `${population.name} (${formatNumber(count, reader.formats)})`,
        values: metrics.map((metric) => numberIn(totals[metric])),
        ...(colour ? { colour } : {}),
        cells: metrics.map((metric) => ({ metric })),
        question,
      },
    ];
  });
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const [first] = series;
  if (!first || values.length === 0) return null;
  const ownUnit = findColumn(first.question, first.id)?.unit ?? "number";
  const { unit } = readableUnit(Math.max(...values), ownUnit);
  return {
    kind: "axis",
    chart: {
      kind: "bar",
      title,
      unit: `Average ${unit}`,
      x: [...stages, total],
      series: series.map(({ id, label, values: own, colour }) => ({
        id,
        label,
        values: own,
        ...(colour ? { colour } : {}),
      })),
      format: formatterFor(first.question, first.id, reader),
      formatTick: axisFormat(first.question, first.id, values, reader),
    },
    cells: series.map(({ cells }) => cells),
    annotations: [],
  };
}
