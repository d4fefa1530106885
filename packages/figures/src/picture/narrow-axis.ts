import { colourForSeries } from "../chart/chart-description.ts";
import type { AxisPicture } from "./picture.ts";

/** A stretch of periods by their first days, both ends meant. */
export type PeriodSpan = { from: string; to: string };

/** What of a picture along an axis its reader wants to see. */
export type AxisChoice = { span: PeriodSpan | null; hidden: ReadonlySet<string> };

/** The first days of the periods along the axis; none where it is not along time. */
export function listAxisPeriods({ cells }: AxisPicture): string[] {
  const periods = cells[0]?.map((cell) => cell.period) ?? [];
  return periods.every((period) => period !== undefined) ? periods : [];
}

/** The part of a picture that its reader has chosen; each series looks as it did beside the others. */
export function narrowAxis(picture: AxisPicture, { span, hidden }: AxisChoice): AxisPicture {
  const { chart, cells, annotations } = picture;
  const all = chart.series.map((one, index) => ({
    ...one,
    colour: colourForSeries(one, index),
    shape: one.shape ?? index,
  }));
  // Where nothing would be left, everything is shown.
  const isHidden = all.every(({ id }) => hidden.has(id)) ? () => false : (id: string) => hidden.has(id);
  const [first, end] = findRange(listAxisPeriods(picture), span) ?? [0, chart.x.length];
  const cut = <Item>(items: readonly Item[]) => items.slice(first, end);
  return {
    ...picture,
    chart: {
      ...chart,
      x: cut(chart.x),
      ...(chart.names ? { names: cut(chart.names) } : {}),
      series: all.filter(({ id }) => !isHidden(id)).map((one) => ({ ...one, values: cut(one.values) })),
      isRunning: chart.isRunning === true && end === chart.x.length,
    },
    cells: cells.flatMap((row, index) => (isHidden(all[index]?.id ?? "") ? [] : [cut(row)])),
    annotations: annotations.flatMap(({ index, text }) =>
      index >= first && index < end ? [{ index: index - first, text }] : [],
    ),
    hidden: all.filter(({ id }) => isHidden(id)),
  };
}

/** The first index of a span and the one after its last; null where the axis does not have them. */
function findRange(periods: readonly string[], span: PeriodSpan | null): [number, number] | null {
  if (!span) return null;
  const [first, last] = [periods.indexOf(span.from), periods.indexOf(span.to)];
  return first >= 0 && last >= first ? [first, last + 1] : null;
}
