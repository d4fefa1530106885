import type { PanelAnswerFor, PanelForKind } from "@console/contracts";
import { formatNumber, todayFor } from "../format.ts";
import { listPeriods } from "./describe-trend.ts";
import type { PanelReader, TableCell, TableColumn, TableRow, TableView } from "./panel-view.ts";
import { longPeriod } from "./period-label.ts";
import { describeChange, findColumn, formatterFor, membersIn, numberIn, type Question } from "./read-answer.ts";

function metricColumn(question: Question, metric: string): TableColumn {
  const column = findColumn(question, metric);
  const unit = column?.unit === "currency" ? question.answer.currency : "";
  return { id: metric, label: column?.label ?? metric, unit, isNumber: true };
}

function metricCell(
  question: Question,
  metric: string,
  row: Record<string, string | number | null>,
  { largest, reader }: { largest: number; reader: PanelReader },
): TableCell {
  const now = numberIn(row[metric]);
  const then = numberIn(row[`${metric}__compare`]);
  return {
    text: now === null ? "–" : formatterFor(question, metric, reader)(now),
    value: now,
    change: describeChange(question, metric, { now, then, isUsual: null }, reader),
    bar: now === null || largest <= 0 ? null : Math.max(0, now / largest),
  };
}

/** Members with their figures, the first with a bar, and their score where the panel judges them. */
export function describeRanking(
  panel: PanelForKind<"ranking">,
  { scores, leftOut }: PanelAnswerFor<"ranking">,
  question: Question,
  reader: PanelReader,
): TableView {
  const { by } = panel;
  const metrics = panel.metrics.filter((metric) => question.query.metrics.includes(metric));
  const members = membersIn(question.answer);
  const largest = Math.max(0, ...members.map((row) => numberIn(row[metrics[0] ?? ""]) ?? 0));
  const toCells = (row: Record<string, string | number | null>) =>
    metrics.map((metric, index) => metricCell(question, metric, row, { largest: index === 0 ? largest : 0, reader }));
  const scored = (member: string): TableCell[] => {
    if (!scores) return [];
    const value = scores.find((score) => score.member === member)?.value ?? null;
    return [
      {
        text: value === null ? "–" : String(Math.round(value)),
        value,
        change: null,
        bar: value === null ? null : value / 100,
      },
    ];
  };
  const isRankedByFirst = !scores && !panel.worstBy;
  const climbedBy = ranksWon(question, members, metrics[0] ?? "");
  const rows = members.map((row): TableRow => {
    const name = String(row[by]);
    const isRanked = !leftOut.some((one) => one.name === name);
    const cell = { metric: metrics[0] ?? "", [by]: name };
    return {
      name,
      cells: [...scored(name), ...toCells(row)],
      cell,
      isRanked,
      climbed: isRankedByFirst ? climbedBy(row) : null,
    };
  });
  const best = (row: TableRow) => numberIn(row.cells[0]?.value ?? null) ?? -1;
  const ordered = scores ? rows.toSorted((one, other) => best(other) - best(one)) : rows;
  const none: TableCell = { text: "", value: null, change: null, bar: null };
  const withoutBar = (row: Record<string, string | number | null>) => [
    ...(scores ? [none] : []),
    ...toCells(row).map((cell) => ({ ...cell, bar: null })),
  ];
  const { rowsInAll } = question.answer;
  const [rest] = question.answer.rows.slice(members.length);
  const restRow: TableRow[] =
    rest && rowsInAll !== undefined
      ? [
          {
            name: sayOthers(rowsInAll - members.length),
            cells: withoutBar(rest),
            cell: {},
            isRanked: true,
            climbed: null,
          },
        ]
      : [];
  return {
    columns: [
      { id: by, label: findColumn(question, by)?.label ?? by, unit: "", isNumber: false },
      ...(scores ? [{ id: "score", label: "Score", unit: "0–100", isNumber: true }] : []),
      ...metrics.map((metric) => metricColumn(question, metric)),
    ],
    rows: [...ordered.toSorted((one, other) => Number(other.isRanked) - Number(one.isRanked)), ...restRow],
    totals: withoutBar(question.answer.totals),
    ...(restRow.length > 0 && rowsInAll !== undefined && { members: rowsInAll }),
  };
}

/** How many ranks a row has won since the comparison, by the metric that ranks. */
function ranksWon({ answer }: Question, members: Question["answer"]["rows"], metric: string) {
  const compared = `${metric}__compare`;
  const rankBy = (key: string) => {
    const ranked = members.filter((row) => numberIn(row[key]) !== null);
    return ranked.toSorted((one, other) => (numberIn(other[key]) ?? 0) - (numberIn(one[key]) ?? 0));
  };
  const [now, then] = [rankBy(metric), rankBy(compared)];
  return (row: (typeof answer.rows)[number]): number | null => {
    const [index, before] = [now.indexOf(row), then.indexOf(row)];
    return answer.compareTime && index >= 0 && before >= 0 ? before - index : null;
  };
}

/** One metric by rows and columns. */
export function describePivot(panel: PanelForKind<"pivot">, question: Question, reader: PanelReader): TableView {
  const { metric, rows: down } = panel;
  const across = panel.columns === "period" ? "period" : panel.columns;
  const { rows } = question.answer;
  const [names, heads] = [down, across].map((key) => [...new Set(rows.map((row) => String(row[key])))]);
  const columns = across === "period" ? listPeriods(question) : (heads ?? []);
  const today = todayFor(columns, reader.today);
  const values = new Map(rows.map((row) => [`${row[down]} ${row[across]}`, numberIn(row[metric])]));
  const largest = Math.max(0, ...[...values.values()].map((value) => value ?? 0));
  const format = formatterFor(question, metric, reader);
  const { grain = null } = question.query;
  return {
    columns: [
      { id: down, label: findColumn(question, down)?.label ?? down, unit: "", isNumber: false },
      ...columns.map((head) => ({
        id: head,
        label: across === "period" ? longPeriod(head, grain, today, reader.formats) : head,
        unit: "",
        isNumber: true,
      })),
    ],
    rows: (names ?? []).map((name) => ({
      name,
      cells: columns.map((head) => {
        const value = values.get(`${name} ${head}`) ?? null;
        const bar = value === null || largest === 0 ? null : Math.max(0, value / largest);
        return { text: value === null ? "–" : format(value), value, change: null, bar };
      }),
      cell: { metric, [down]: name },
      isRanked: true,
      climbed: null,
    })),
    totals: null,
  };
}

/** Items with how long they last, those that run out first at the top. */
export function describeCover(
  { by, stock, demand }: PanelForKind<"cover">,
  { covers = [] }: PanelAnswerFor<"cover">,
  question: Question,
  { formats }: PanelReader,
): TableView {
  const units = (value: number) => formatNumber(value, formats);
  const days = (value: number | null) => (value === null ? "–" : `${formatNumber(Math.round(value), formats)} days`);
  const plain = (value: string | number | null, text: string): TableCell => ({ text, value, change: null, bar: null });
  const longest = Math.max(1, ...covers.map((cover) => cover.daysIfHigh ?? 0));
  const rows = covers.toSorted((one, other) => (one.daysIfHigh ?? Infinity) - (other.daysIfHigh ?? Infinity));
  const column = (id: string, label: string, unit = ""): TableColumn => ({ id, label, unit, isNumber: true });
  return {
    columns: [
      { id: by, label: findColumn(question, by)?.label ?? by, unit: "", isNumber: false },
      column("daysIfHigh", "Lasts in busy weeks"),
      column("days", "Lasts as usual"),
      column("stock", "On hand", "units"),
      column("perDay", "Used a day", "units"),
      column("regularity", "Regularity"),
      column("leadDays", "Lead time"),
      column("order", "Suggested order", "units"),
    ],
    rows: rows.map((cover) => ({
      name: cover.member,
      isRanked: true,
      climbed: null,
      cell: { metric: cover.perDay > 0 ? demand : stock, [by]: cover.member },
      cells: [
        { ...plain(cover.daysIfHigh, days(cover.daysIfHigh)), bar: (cover.daysIfHigh ?? 0) / longest },
        plain(cover.days, days(cover.days)),
        plain(cover.stock, units(cover.stock)),
        plain(cover.perDay, units(cover.perDay)),
        plain(cover.regularity, cover.regularity ?? "–"),
        plain(cover.leadDays, days(cover.leadDays)),
        plain(cover.order, cover.order === null ? "–" : units(cover.order)),
      ],
    })),
    totals: null,
  };
}

/** The name of the row that holds all members which are not shown. */
export function sayOthers(count: number): string {
  return count === 1 ? "1 other" : `${count} others`;
}
