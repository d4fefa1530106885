import type { Ageing, PanelAnswerFor, PanelForKind } from "@console/contracts";
import type { ChartSeries } from "../chart/chart-description.ts";
import { formatAxis, formatDate, formatFigure } from "../format.ts";
import type { AxisPicture } from "../picture/picture.ts";
import type { PanelReader, PanelView, TableCell, TableColumn, TableRow, TableView } from "./panel-view.ts";
import { formatterFor, type Question } from "./read-answer.ts";

type Panel = PanelForKind<"ageing">;
type Held = { quantity: number; value: number };

/** Beyond so many warehouses the smallest are one. */
const mostWarehouses = 6;

/** The ages of a bucket in days. */
export function ageLabel({ from, to }: Ageing["buckets"][number]): string {
  return to === null ? `Over ${from - 1}` : `${from}–${to}`;
}

/** What part of the value that has an age lies in a bucket; null where none of it has a value. */
export function ageShare({ buckets }: Ageing, { value }: Held): number | null {
  const whole = buckets.reduce((sum, bucket) => sum + bucket.value, 0);
  return whole > 0 ? value / whole : null;
}

/** Everything on hand, also what has no age: the figures that the buckets are parts of. */
export function ageTotals({ buckets, below }: Ageing): Held {
  return {
    quantity: exactSum([below.quantity, ...buckets.map(({ quantity }) => quantity)]),
    value: exactSum([below.value, ...buckets.map(({ value }) => value)]),
  };
}

/** Parts have at most a few decimals; what binary fractions add to them would round 0.5 the wrong way. */
function exactSum(parts: readonly number[]): number {
  return Math.round(parts.reduce((sum, part) => sum + part, 0) * 1e6) / 1e6;
}

/** How long stock has lain there: drawn by warehouse, or as a table. */
export function describeAgeing(
  panel: Panel,
  { ageing }: PanelAnswerFor<"ageing">,
  question: Question,
  reader: PanelReader,
): PanelView {
  const hasStock = ageing?.buckets.some(({ quantity }) => quantity > 0) || (ageing?.below.items ?? 0) > 0;
  if (!ageing || !hasStock) return { kind: "nothing", reason: "no-rows" };
  return panel.as === "bars"
    ? { kind: "picture", picture: drawAges(panel, ageing, question, reader) }
    : { kind: "table", table: ageTable(panel, ageing, question, reader) };
}

function drawAges({ title, value }: Panel, ageing: Ageing, question: Question, reader: PanelReader): AxisPicture {
  const { buckets, asOf } = ageing;
  const series = warehouseSeries(ageing);
  const highest = Math.max(...buckets.map((bucket) => bucket.value));
  return {
    kind: "axis",
    chart: {
      kind: "stacked-bar",
      title,
      series,
      format: formatterFor(question, value, reader),
      unit: `${question.answer.currency} by days since receipt, on ${formatDate(asOf, reader.formats)}`,
      formatTick: (tick) => formatAxis(tick, "currency", reader.formats, highest),
      x: buckets.map(ageLabel),
      names: buckets.map((bucket) => `${ageLabel(bucket)} days`),
    },
    // The rows of a figure are movements of all ages, so that none of them are those of one bucket.
    cells: series.map(() => buckets.map(() => ({}))),
    annotations: [],
  };
}

/** One series for each of the warehouses with the most value, and one for the rest together. */
function warehouseSeries({ buckets }: Ageing): ChartSeries[] {
  const worth = new Map<string, number>();
  for (const { warehouses } of buckets)
    for (const { member, value } of warehouses) worth.set(member, (worth.get(member) ?? 0) + value);
  const ranked = [...worth].sort(([, one], [, other]) => other - one).map(([member]) => member);
  const named = ranked.slice(0, ranked.length > mostWarehouses + 1 ? mostWarehouses : ranked.length);
  const sumValues = (isOwn: (member: string) => boolean) =>
    buckets.map(({ warehouses }) =>
      warehouses.filter(({ member }) => isOwn(member)).reduce((sum, { value }) => sum + value, 0),
    );
  const rest = { id: "other", label: "Other", colour: "grey" as const };
  return [
    ...named.map((label) => ({ id: label, label, values: sumValues((member) => member === label) })),
    ...(named.length < ranked.length ? [{ ...rest, values: sumValues((member) => !named.includes(member)) }] : []),
  ];
}

function ageTable({ stock, value }: Panel, ageing: Ageing, question: Question, reader: PanelReader): TableView {
  const { buckets, unexplained, below } = ageing;
  const { currency } = question.answer;
  const [units, money] = [formatterFor(question, stock, reader), formatterFor(question, value, reader)];
  const percent = (share: number) => formatFigure(share, { unit: "percent", currency }, reader.formats);
  const plain = (number: number | null, format: (number: number) => string, bar: number | null = null): TableCell => ({
    text: number === null ? "–" : format(number),
    value: number,
    change: null,
    bar,
  });
  const toCells = (held: Held, share: number | null): TableCell[] => [
    plain(held.quantity, units),
    plain(held.value, money),
    plain(share, percent, share === null ? null : Math.max(0, share)),
  ];
  const row = (name: string, held: Held, isAged: boolean): TableRow => ({
    name,
    cells: toCells(held, isAged ? ageShare(ageing, held) : null),
    cell: {},
    isRanked: isAged,
    climbed: null,
  });
  const column = (id: string, label: string, unit = ""): TableColumn => ({ id, label, unit, isNumber: true });
  return {
    columns: [
      { id: "age", label: `Age on ${formatDate(ageing.asOf, reader.formats)}`, unit: "", isNumber: false },
      column("quantity", "On hand", "units"),
      column("value", "Value", currency),
      column("share", "Share of value"),
    ],
    rows: [
      ...buckets.map((bucket) => row(`${ageLabel(bucket)} days`, bucket, true)),
      ...(unexplained.quantity > 0 ? [row("of these, older than our history", unexplained, false)] : []),
      ...(below.items > 0 ? [row(`Without an age, ${sayItems(below.items)}`, below, false)] : []),
    ],
    // A share of everything would count what has no age.
    totals: [...toCells(ageTotals(ageing), null).slice(0, 2), { text: "", value: null, change: null, bar: null }],
  };
}

function sayItems(count: number): string {
  return count === 1 ? "1 item at or below zero" : `${count} items at or below zero`;
}
