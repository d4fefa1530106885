import type { PanelAnswer } from "@console/contracts";
import { formatFigure, todayFor } from "@console/figures/format";
import { longPeriod, type PanelReader, type PanelView, type TableCell } from "@console/figures/panel";

type Question = PanelAnswer["questions"][number];

/** All columns of an answer as a table, with rows that open those behind them. */
export function describeAnswer({ query, answer }: Question, title: string, reader: PanelReader): PanelView {
  const { columns, rows, currency } = answer;
  if (rows.length === 0) return { kind: "nothing", reason: "no-rows" };
  const [head, ...rest] = columns;
  const today = todayFor(
    rows.flatMap((row) => (typeof row.period === "string" ? [row.period] : [])),
    reader.today,
  );
  const say = (row: (typeof rows)[number], { id, kind, unit }: (typeof columns)[number]): string => {
    const value = row[id];
    if (value === null || value === undefined) return "–";
    if (kind === "period") return longPeriod(String(value), query.grain ?? null, today, reader.formats);
    if (kind === "dimension") return String(value);
    return formatFigure(Number(value), { unit: unit ?? "number", currency }, reader.formats);
  };
  if (!head) return { kind: "nothing", reason: "no-rows" };
  const isNumber = ({ kind }: (typeof columns)[number]) => kind !== "dimension" && kind !== "period";
  const members = columns.filter((column) => !isNumber(column));
  return {
    kind: "table",
    table: {
      columns: columns.map((column) => ({
        id: column.id,
        label: column.label,
        unit: column.unit === "currency" ? currency : "",
        isNumber: isNumber(column),
      })),
      rows: rows.map((row) => ({
        name: members.length > 0 ? say(row, head) : title,
        cells: rest.map((column): TableCell => {
          return { text: say(row, column), value: row[column.id] ?? null, change: null, bar: null };
        }),
        cell: {
          metric: query.metrics[0] ?? "",
          ...Object.fromEntries(members.map(({ id }) => [id, String(row[id] ?? "")])),
        },
        isRanked: true,
        climbed: null,
      })),
      totals: null,
    },
  };
}
