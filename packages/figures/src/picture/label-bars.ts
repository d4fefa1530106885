import type { ChartDescription } from "../chart/chart-description.ts";
import { measureText, write } from "./marks.ts";
import type { HitArea, Mark } from "./scene.ts";

const size = 11;
const away = 4;
const gap = 2;
/** The room that the highest bar needs above it. */
export const labelHeight = 12;

/** A value with the middle and the top of its bar, and how wide it may be. */
type BarLabel = { text: string; middle: number; top: number; room: number };

/** Whether the values of a chart can stand above its bars: all of them, since some alone would look like a choice. */
export function canLabelBars(chart: ChartDescription, hitAreas: readonly HitArea[]): boolean {
  const labels = listLabels(chart, hitAreas);
  return labels.length > 0 && labels.every(({ text, room }) => measureText(text, { size }) + gap <= room);
}

/** The values of bars above them: of each bar, or of a whole stack. */
export function labelBars(chart: ChartDescription, hitAreas: readonly HitArea[]): Mark[] {
  return listLabels(chart, hitAreas).flatMap(({ text, middle, top }) =>
    write(middle, top - away, text, { anchor: "middle", size, paint: "secondary" }),
  );
}

function listLabels(chart: ChartDescription, hitAreas: readonly HitArea[]): BarLabel[] {
  const { kind, series, format, formatTick = format } = chart;
  if (kind !== "bar" && kind !== "stacked-bar") return [];
  // Beside hundreds, tenths say nothing.
  const toText = (value: number) => formatTick(value >= 100 ? Math.round(value) : value);
  return hitAreas.flatMap((hitArea, index) => {
    const values = series.flatMap(({ values: own }) => own[index] ?? []);
    return kind === "bar" ? labelEach(hitArea, values, toText) : labelStack(hitArea, values, toText);
  });
}

/** One label for each bar; a bar alone may be labelled as wide as its band, one among others as wide as itself. */
function labelEach(hitArea: HitArea, values: readonly number[], format: (value: number) => string): BarLabel[] {
  return (hitArea.parts ?? []).flatMap(({ x, y, width }, index) => {
    const value = values[index];
    if (value === undefined || value <= 0) return [];
    const room = values.length > 1 ? width + 1 : hitArea.width;
    return [{ text: format(value), middle: x + width / 2, top: y, room }];
  });
}

/** The sum of a stack, which its height says only where nothing hangs below zero. */
function labelStack(hitArea: HitArea, values: readonly number[], format: (value: number) => string): BarLabel[] {
  const sum = values.reduce((total, value) => total + value, 0);
  if (sum <= 0 || values.some((value) => value < 0)) return [];
  const top = Math.min(...(hitArea.parts ?? []).map(({ y }) => y));
  return [{ text: format(sum), middle: hitArea.x + hitArea.width / 2, top, room: hitArea.width }];
}
