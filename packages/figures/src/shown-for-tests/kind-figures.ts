import type {
  Deviation,
  PaceFigures,
  PanelAnswer,
  PanelAnswerFor,
  PanelForKind,
  ReportPanel,
} from "@console/contracts";
import { formatAxis, formatCount, formatNumber, ownFormats, todayFor } from "../format.ts";
import { drawnDeviation } from "../panel/describe-deviation.ts";
import { longPeriod } from "../panel/period-label.ts";
import { isName, isNumber, type ShownFigure, writeFigure } from "./shown-figure.ts";

/** The figures that a panel has beside the answers to its questions, by the kind of the panel. */
export function listKindFigures(panel: ReportPanel, answer: PanelAnswer, today: string): ShownFigure[] {
  const { currency = "" } = answer.questions[0]?.answer ?? {};
  switch (answer.kind) {
    case "distribution":
      return panel.kind === answer.kind ? listSpread(panel, answer, currency) : [];
    case "deviation":
      return answer.deviation && panel.kind === answer.kind ? listDeviation(panel, answer.deviation) : [];
    case "pace":
      return panel.kind === answer.kind ? listPace(panel, answer, { currency, today }) : [];
    case "cover":
      return panel.kind === answer.kind ? listCovers(panel, answer) : [];
    case "ageing":
      return panel.kind === answer.kind ? listAges(panel, answer, currency) : [];
    case "classes":
      return panel.kind === answer.kind ? listClasses(panel, answer, currency) : [];
    case "map":
      return panel.kind === answer.kind ? listMapPlaces(panel, answer) : [];
    case "ranking":
      return panel.kind === answer.kind ? listScores(panel, answer) : [];
    default:
      return [];
  }
}

function listSpread(
  panel: PanelForKind<"distribution">,
  { distribution, questions }: PanelAnswerFor<"distribution">,
  currency: string,
): ShownFigure[] {
  const answer = questions[0]?.answer;
  if (!distribution || distribution.count === 0 || !answer) return [];
  const unit = answer.columns.find(({ id }) => id === panel.metric)?.unit ?? "number";
  const edge = (value: number) => writeFigure(value, unit, currency);
  const title = `${panel.title} Spread`;
  const last = distribution.bins.at(-1)?.to ?? 0;
  const beyond = distribution.beyond > 0 ? [{ from: last, count: distribution.beyond }] : [];
  return [...distribution.bins, ...beyond].map(({ from, count }) => ({
    row: edge(from),
    column: "Count",
    text: formatCount(count),
    value: count,
    file: { title, row: (cells) => isNumber(cells[0], from), column: 2, unit: null },
  }));
}

const minutesInDay = 1440;

function listDeviation(panel: PanelForKind<"deviation">, deviation: Deviation): ShownFigure[] {
  if (deviation.p50 === null) return [];
  const { bins, before, after } = drawnDeviation(deviation);
  const edge = (value: number) =>
    Math.abs(value) >= minutesInDay
      ? `${formatAxis(Math.round((value / minutesInDay) * 10) / 10, "days", ownFormats)} d`
      : `${formatAxis(value, "minutes", ownFormats)} min`;
  const title = `${panel.title} Spread`;
  const toFigure = (row: string, count: number, from: number | null): ShownFigure => ({
    row,
    column: "Count",
    text: formatCount(count),
    value: count,
    file: {
      title,
      row: (cells) => (from === null ? cells[0] === "" : isNumber(cells[0], from)),
      column: 2,
      unit: null,
    },
  });
  const last = bins.at(-1)?.to ?? 0;
  return [
    ...(before > 0 ? [toFigure("and less", before, null)] : []),
    ...bins.map(({ from, count }) => toFigure(edge(from), count, from)),
    ...(after > 0 ? [toFigure(edge(last), after, last)] : []),
  ];
}

function listPace(
  panel: PanelForKind<"pace">,
  { pace, questions }: PanelAnswerFor<"pace">,
  { currency, today }: { currency: string; today: string },
): ShownFigure[] {
  const [question] = questions;
  if (!pace || !question || Object.values(pace.whole).every((value) => value === 0)) return [];
  const title = `${panel.title} Pace`;
  const money = (value: number) => writeFigure(value, "currency", currency);
  const figure = (
    row: string,
    column: string,
    value: number | null,
    { place, cells, isShare }: { place: number; cells: ShownFigure["file"]["row"]; isShare?: true },
  ): ShownFigure[] =>
    value === null
      ? []
      : [
          {
            row,
            column,
            value,
            text: isShare ? writeFigure(value, "percent", currency) : money(value),
            file: { title, row: cells, column: place, unit: isShare ? "percent" : null },
          },
        ];
  if (panel.as === "members") {
    const isRunning = pace.until < pace.to;
    const list = (row: string, figures: PaceFigures, cells: ShownFigure["file"]["row"]) => [
      ...figure(row, `${isRunning ? "So far" : "Reached"} ${currency}`, figures.actual, { place: 1, cells }),
      ...figure(row, `${isRunning ? "Target so far" : "Target"} ${currency}`, figures.targetSoFar, { place: 2, cells }),
      ...figure(row, "Pace", figures.targetSoFar > 0 ? figures.actual / figures.targetSoFar : null, {
        place: 3,
        cells,
        isShare: true,
      }),
      ...(isRunning ? figure(row, `Forecast ${currency}`, figures.forecast, { place: 4, cells }) : []),
    ];
    return [
      ...pace.members.flatMap(({ member, ...figures }) => list(member, figures, (cells) => isName(cells[0], member))),
      ...list("Total", pace.whole, "total"),
    ];
  }
  const { grain = null } = question.query;
  const label = question.answer.columns.find(({ id }) => id === panel.metric)?.label ?? "So far";
  const yearOf = todayFor(
    pace.periods.map(({ start }) => start),
    today,
  );
  let [actual, target] = [0, 0];
  return pace.periods.flatMap((period) => {
    actual += period.actual ?? 0;
    target += period.target;
    const row = longPeriod(period.start, grain, yearOf, ownFormats);
    const cells = (line: readonly string[]) => isName(line[0], period.start);
    return [
      ...figure(row, label, period.actual === null ? null : actual, { place: 1, cells }),
      ...figure(row, "Target", target, { place: 2, cells }),
    ];
  });
}

function listCovers(panel: PanelForKind<"cover">, { covers = [] }: PanelAnswerFor<"cover">): ShownFigure[] {
  const title = `${panel.title} Cover`;
  const days = (value: number) => `${formatNumber(Math.round(value), ownFormats)} days`;
  const units = (value: number) => formatNumber(value, ownFormats);
  return covers.flatMap((cover) => {
    const figure = (column: string, value: number | null, text: (value: number) => string, place: number) =>
      value === null
        ? []
        : [
            {
              row: cover.member,
              column,
              text: text(value),
              value,
              file: {
                title,
                row: (cells: readonly string[]) => isName(cells[0], cover.member),
                column: place,
                unit: text === days ? "days" : null,
              },
            },
          ];
    return [
      ...figure("On hand units", cover.stock, units, 1),
      ...figure("Used a day units", cover.perDay, units, 2),
      ...figure("Lasts as usual", cover.days, days, 4),
      ...figure("Lasts in busy weeks", cover.daysIfHigh, days, 5),
      ...figure("Lead time", cover.leadDays, days, 7),
      ...figure("Suggested order units", cover.order, units, 8),
    ];
  });
}

function listAges(
  panel: PanelForKind<"ageing">,
  { ageing }: PanelAnswerFor<"ageing">,
  currency: string,
): ShownFigure[] {
  if (!ageing) return [];
  const money = (value: number) => writeFigure(value, "currency", currency);
  return ageing.buckets.flatMap((bucket) => {
    const age = bucket.to === null ? `Over ${bucket.from - 1}` : `${bucket.from}–${bucket.to}`;
    const row = `${age} days`;
    if (panel.as === "bars") {
      return bucket.warehouses.map(({ member, value }) => ({
        row,
        column: member,
        text: money(value),
        value,
        file: {
          title: `${panel.title} By warehouse`,
          row: (cells: readonly string[]) => isName(cells[0], age) && isName(cells[1], member),
          column: 3,
          unit: null,
        },
      }));
    }
    return [
      {
        row,
        column: `Value ${currency}`,
        text: money(bucket.value),
        value: bucket.value,
        file: {
          title: `${panel.title} Ages`,
          row: (cells: readonly string[]) => isName(cells[0], age),
          column: 2,
          unit: null,
        },
      },
    ];
  });
}

const classNames: Record<string, string> = {
  A: "A, first 80%",
  B: "B, next 15%",
  C: "C, the rest",
  X: "X, steady",
  Y: "Y, varies",
  Z: "Z, erratic",
};

function listClasses(
  panel: PanelForKind<"classes">,
  { classes, questions }: PanelAnswerFor<"classes">,
  currency: string,
): ShownFigure[] {
  if (!classes || classes.cells.every(({ items }) => items === 0)) return [];
  const money = (value: number) => writeFigure(value, "currency", currency);
  if (panel.as === "grid") {
    return classes.cells.flatMap(({ abc, xyz, value, items, share }) => {
      const row = `${classNames[abc]}; ${classNames[xyz]}`;
      const place = (column: number, unit: string | null = null) => ({
        title: `${panel.title} Classes`,
        row: (cells: readonly string[]) => cells[0] === `${abc}${xyz}`,
        column,
        unit,
      });
      const count = items === 1 ? "1 item" : `${formatCount(items)} items`;
      return [
        { row, column: "Items", text: count, value: items, file: place(1) },
        ...(items > 0 ? [{ row, column: "Value", text: money(value), value, file: place(2) }] : []),
        {
          row,
          column: "Share",
          text: writeFigure(share, "percent", currency),
          value: share,
          file: place(3, "percent"),
        },
      ];
    });
  }
  const label = questions[0]?.answer.columns.find(({ id }) => id === panel.value)?.label ?? panel.value;
  return classes.moved.flatMap(({ member, now, before }) =>
    [
      { column: `${label} ${currency}`, value: now?.value ?? 0, place: 3 },
      { column: `Before ${currency}`, value: before?.value ?? 0, place: 4 },
    ].map(({ column, value, place }) => ({
      row: member,
      column,
      text: money(value),
      value,
      file: {
        title: `${panel.title} Moves`,
        row: (cells: readonly string[]) => isName(cells[0], member),
        column: place,
        unit: null,
      },
    })),
  );
}

/** The fullest place of each member: the others have the same name on the screen. */
function listMapPlaces(panel: PanelForKind<"map">, { places = [] }: PanelAnswerFor<"map">): ShownFigure[] {
  const members = [...new Set(places.map(({ member }) => member))];
  return members.flatMap((name) => {
    const [place] = places.filter(({ member }) => member === name).toSorted((one, other) => other.value - one.value);
    if (!place) return [];
    return [
      {
        row: name,
        column: 2,
        text: formatCount(place.value),
        value: place.value,
        file: {
          title: `${panel.title} Places`,
          row: (cells: readonly string[]) =>
            isName(cells[0], name) && isNumber(cells[1], place.latitude) && isNumber(cells[2], place.longitude),
          column: 3,
          unit: null,
        },
      },
    ];
  });
}

function listScores(
  panel: PanelForKind<"ranking">,
  { scores = [], questions }: PanelAnswerFor<"ranking">,
): ShownFigure[] {
  const columns = questions[0]?.answer.columns ?? [];
  return scores.flatMap(({ member, value }) =>
    value === null
      ? []
      : [
          {
            row: member,
            column: "Score 0–100",
            text: String(Math.round(value)),
            value,
            file: {
              title: panel.title,
              row: (cells: readonly string[]) => isName(cells[columns.findIndex(({ id }) => id === panel.by)], member),
              column: columns.length,
              unit: null,
            },
          },
        ],
  );
}
