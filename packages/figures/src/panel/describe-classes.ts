import type { Classed, Classes, PanelAnswerFor, PanelForKind } from "@console/contracts";
import { addDays } from "../calendar.ts";
import { formatCount, formatFigure, formatShortDay, todayFor } from "../format.ts";
import type { HeatPicture } from "../picture/picture.ts";
import type { PanelReader, PanelView, TableCell, TableView } from "./panel-view.ts";
import { findColumn, formatterFor, type Question } from "./read-answer.ts";

type Panel = PanelForKind<"classes">;
type Move = Classes["moved"][number];

const rows = [
  { abc: "A", label: "A, first 80%" },
  { abc: "B", label: "B, next 15%" },
  { abc: "C", label: "C, the rest" },
] as const;
const columns = [
  { xyz: "X", label: "X, steady" },
  { xyz: "Y", label: "Y, varies" },
  { xyz: "Z", label: "Z, erratic" },
] as const;

/** Members by class: drawn as a grid, or a table of those whose class moved. */
export function describeClasses(
  panel: Panel,
  { classes }: PanelAnswerFor<"classes">,
  question: Question,
  reader: PanelReader,
): PanelView {
  if (!classes || classes.cells.every(({ items }) => items === 0)) return { kind: "nothing", reason: "no-rows" };
  if (panel.as === "grid") return { kind: "picture", picture: drawGrid(panel, classes, question, reader) };
  return classes.moved.length > 0
    ? { kind: "table", table: movesTable(panel, classes, question, reader) }
    : { kind: "nothing", reason: "no-change" };
}

function drawGrid({ title, value }: Panel, classes: Classes, question: Question, reader: PanelReader): HeatPicture {
  const { currency } = question.answer;
  const { formats } = reader;
  const findCell = (abc: string, xyz: string) => classes.cells.find((one) => one.abc === abc && one.xyz === xyz);
  const grid = <Item>(make: (cell: Classes["cells"][number] | undefined) => Item) =>
    rows.map(({ abc }) => columns.map(({ xyz }) => make(findCell(abc, xyz))));
  return {
    kind: "heat",
    title,
    unit: `${currency} issued at cost, ${sayWeeks(classes, reader)}`,
    format: formatterFor(question, value, reader),
    rows: rows.map(({ label }) => label),
    columns: columns.map(({ label }) => label),
    values: grid((cell) => (cell && cell.items > 0 ? cell.value : null)),
    details: grid((cell) => {
      const [items, share] = [cell?.items ?? 0, cell?.share ?? 0];
      return [
        { label: "Items", text: items === 1 ? "1 item" : `${formatCount(items)} items`, value: items },
        { label: "Share", text: formatFigure(share, { unit: "percent", currency }, formats), value: share },
      ];
    }),
    // Which rows lie behind a class is told by no filter.
    cells: grid(() => ({})),
  };
}

function sayWeeks({ from, to, weeks }: Classes, reader: PanelReader): string {
  const { formats } = reader;
  const last = addDays(to, -1);
  const today = todayFor([from, last], reader.today);
  return `${weeks} weeks from ${formatShortDay(from, today, formats)} to ${formatShortDay(last, today, formats)}`;
}

function movesTable({ value, by }: Panel, classes: Classes, question: Question, reader: PanelReader): TableView {
  const money = formatterFor(question, value, reader);
  const { currency } = question.answer;
  const word = (text: string): TableCell => ({ text, value: text, change: null, bar: null });
  const label = findColumn(question, value)?.label ?? value;
  return {
    columns: [
      { id: by, label: "Item", unit: "", isNumber: false },
      { id: "class", label: "Class", unit: "", isNumber: false },
      { id: "why", label: "Why", unit: "", isNumber: false },
      { id: "value", label, unit: currency, isNumber: true },
      { id: "before", label: "Before", unit: currency, isNumber: true },
    ],
    rows: classes.moved.map((move) => ({
      name: move.member,
      cell: { metric: value, [by]: move.member },
      isRanked: true,
      climbed: null,
      cells: [
        word(move.now ? className(move.now) : "–"),
        word(sayMove(move, classes, reader)),
        ...[move.now, move.before].map((side): TableCell => {
          const amount = side?.value ?? 0;
          return { text: money(amount), value: amount, change: null, bar: null };
        }),
      ],
    })),
    totals: null,
  };
}

/** Both letters of a class. */
export function className({ abc, xyz }: Classed): string {
  return `${abc}${xyz}`;
}

/** Why the class of a member is not what it was, in words. */
export function sayMove(
  { now, before }: Move,
  { weeks, weeksBack }: Classes,
  { formats }: Pick<PanelReader, "formats">,
): string {
  if (!before) return now ? `New as ${className(now)}: issued only in the last ${weeksBack} weeks` : "";
  if (!now) return `Was ${className(before)}: nothing was issued in ${weeks} weeks`;
  const percent = (share: number) => formatFigure(share, { unit: "percent", currency: "" }, formats);
  const reasons: string[] = [];
  if (now.abc !== before.abc) reasons.push(`${before.abc} → ${now.abc}: ${sayValue(now, before, percent)}`);
  if (now.xyz !== before.xyz) {
    const direction = now.variation > before.variation ? "more" : "less";
    reasons.push(
      `${before.xyz} → ${now.xyz}: demand varies ${direction}, ${percent(now.variation)} after ${percent(before.variation)}`,
    );
  }
  return reasons.join("; ");
}

function sayValue(now: Classed, before: Classed, percent: (share: number) => string): string {
  const change = before.value > 0 ? (now.value - before.value) / before.value : null;
  // A is before B, so that a later letter is a lower class.
  const isLower = now.abc > before.abc;
  if (change === null || Math.abs(change) < 0.0005)
    return `demand value is as it was, that of others ${isLower ? "rose" : "fell"}`;
  const moved = `demand value ${change > 0 ? "rose" : "fell"} ${percent(Math.abs(change))}`;
  if (isLower === change < 0) return moved;
  return `${moved}, its share ${isLower ? "fell" : "rose"} from ${percent(before.share)} to ${percent(now.share)}`;
}
