import type { Pace, PaceFigures, PanelAnswerFor, PanelForKind } from "@console/contracts";
import { addDays } from "../calendar.ts";
import { formatFigure, formatShortDay } from "../format.ts";
import type { AxisPicture } from "../picture/picture.ts";
import { drawn } from "./describe-trend.ts";
import type { PanelReader, PanelView, TableCell, TableColumn, TableView } from "./panel-view.ts";
import { findColumn, formatterFor, type Question } from "./read-answer.ts";

type Panel = PanelForKind<"pace">;

/** Whether there is anything to tell a pace of. */
function hasPace({ pace }: PanelAnswerFor<"pace">): boolean {
  return pace !== undefined && Object.values(pace.whole).some((value) => value !== 0);
}

/** How something stands against its target: its course drawn, or a table of its members. */
export function describePace(
  panel: Panel,
  answer: PanelAnswerFor<"pace">,
  question: Question,
  reader: PanelReader,
): PanelView {
  const { pace } = answer;
  if (!pace || !hasPace(answer)) return { kind: "nothing", reason: "no-rows" };
  return panel.as === "course"
    ? { kind: "picture", picture: describePaceCourse(panel, pace, question, reader) }
    : { kind: "table", table: describePaceMembers(panel, pace, question, reader) };
}

/** What has come in so far as a share of its target so far; null without a target. */
export function paceShare({ actual, targetSoFar }: PaceFigures): number | null {
  return targetSoFar > 0 ? actual / targetSoFar : null;
}

/** What is expected in the end as a share of the whole target; null without a target. */
export function forecastShare({ forecast, target }: PaceFigures): number | null {
  return target > 0 ? forecast / target : null;
}

/** What came in, was to come in and is expected, each added up from the first period on. */
export function paceCourse({ periods }: Pace) {
  const sums = { actual: 0, target: 0, forecast: 0 };
  return periods.map(({ start, actual, target, forecast }, index) => {
    sums.actual += actual ?? 0;
    sums.target += target;
    sums.forecast += forecast ?? actual ?? 0;
    // The forecast begins where what came in ends, so that the two lines meet.
    const isForecast = forecast !== null || (periods[index + 1]?.forecast ?? null) !== null;
    return {
      start,
      actual: actual === null ? null : sums.actual,
      target: sums.target,
      forecast: isForecast ? sums.forecast : null,
    };
  });
}

/** The course of a pace as lines, with where it stands and will end in words. */
export function describePaceCourse(
  { title, metric, target }: Panel,
  pace: Pace,
  question: Question,
  reader: PanelReader,
): AxisPicture {
  const points = paceCourse(pace);
  const forecast = {
    id: "forecast",
    label: "Forecast",
    values: points.map((point) => point.forecast),
    colour: "accent" as const,
    isDashed: true as const,
    cell: { metric },
  };
  const series = [
    {
      id: metric,
      label: findColumn(question, metric)?.label ?? "So far",
      colour: "accent" as const,
      values: points.map(({ actual }) => actual),
      cell: { metric },
    },
    {
      id: target,
      label: "Target",
      colour: "good" as const,
      cell: { metric: target },
      values: points.map((point) => point.target),
    },
    ...(pace.until < pace.to ? [forecast] : []),
  ];
  const picture = drawn(title, "line", question, { periods: points.map(({ start }) => start), series }, reader);
  const unit = [question.answer.currency, ...sayPace(pace, question, reader)].join(", ");
  return { ...picture, chart: { ...picture.chart, unit, isRunning: false } };
}

function sayPace({ whole, until, to }: Pace, question: Question, reader: PanelReader): string[] {
  const { formats } = reader;
  const percent = (share: number | null) =>
    share === null ? "no target" : formatFigure(share, { unit: "percent", currency: "" }, formats);
  const [reached, expected] = [paceShare(whole), forecastShare(whole)];
  if (until >= to) return [reached === null ? "without a target" : `${percent(reached)} of the target`];
  const format = formatterFor(question, question.query.metrics[0] ?? "", reader);
  return [
    ...(reached === null
      ? []
      : [`${percent(reached)} of the target up to ${formatShortDay(addDays(until, -1), reader.today, formats)}`]),
    `forecast ${format(whole.forecast)}`,
    ...(expected === null ? [] : [`${percent(expected)} of the month's target`]),
  ];
}

/** Members with what came in, their target and where they will end; those farthest behind first. */
export function describePaceMembers(
  { metric, by }: Panel,
  { members, whole, until, to }: Pace,
  question: Question,
  reader: PanelReader,
): TableView {
  const isRunning = until < to;
  const { currency } = question.answer;
  const money = formatterFor(question, question.query.metrics[0] ?? "", reader);
  const percent = (value: number) => formatFigure(value, { unit: "percent", currency }, reader.formats);
  const plain = (value: number | null, format: (value: number) => string, bar: number | null = null): TableCell => ({
    text: value === null ? "–" : format(value),
    value,
    change: null,
    bar,
  });
  const most = Math.max(0, ...members.map(({ actual }) => actual));
  const toCells = (figures: PaceFigures, hasBar: boolean): TableCell[] => [
    plain(figures.actual, money, hasBar && most > 0 ? Math.max(0, figures.actual / most) : null),
    plain(figures.targetSoFar, money),
    plain(paceShare(figures), percent),
    ...(isRunning
      ? [plain(figures.forecast, money), plain(figures.target, money), plain(forecastShare(figures), percent)]
      : []),
  ];
  const column = (id: string, label: string, unit = ""): TableColumn => ({ id, label, unit, isNumber: true });
  const rank = (figures: PaceFigures) => forecastShare(figures) ?? Number.POSITIVE_INFINITY;
  return {
    columns: [
      { id: by, label: findColumn(question, by)?.label ?? by, unit: "", isNumber: false },
      column("actual", isRunning ? "So far" : "Reached", currency),
      column("targetSoFar", isRunning ? "Target so far" : "Target", currency),
      column("pace", "Pace"),
      ...(isRunning
        ? [
            column("forecast", "Forecast", currency),
            column("target", "Month's target", currency),
            column("forecastShare", "Forecast of target"),
          ]
        : []),
    ],
    rows: members
      .toSorted((one, other) => rank(one) - rank(other) || other.actual - one.actual)
      .map(({ member, ...figures }) => ({
        name: member,
        cells: toCells(figures, true),
        cell: { metric, [by]: member },
        isRanked: true,
        climbed: null,
      })),
    totals: toCells(whole, false),
  };
}
