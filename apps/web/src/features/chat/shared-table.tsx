import type { SharedTable as Table } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatFigure, formatNumber } from "@console/figures/format";
import { longPeriod } from "@console/figures/panel";
import { Button } from "@mantine/core";
import { useState } from "react";
import { PlainTable } from "../../blocks/plain-table/plain-table.tsx";
import { useFormats } from "../../lib/use-formats.ts";
import classes from "./shared-chat.module.css";

const firstRows = 20;

type Column = Table["columns"][number];
type Row = Table["rows"][number];

/** The figures of an answer as they were; nothing can be opened from them. */
export function SharedTable({ table, name }: { table: Table; name: string }) {
  const formats = useFormats();
  const [isWhole, setWhole] = useState(false);
  const { columns, rows } = table;
  const shown = isWhole ? rows : rows.slice(0, firstRows);
  if (rows.length === 0) return <p className={classes.quiet}>The table had no rows.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={classes.wide} aria-label={name} tabIndex={0}>
      <PlainTable<{ row: Row; place: number }>
        className={classes.table}
        name={name}
        rows={shown.map((row, place) => ({ row, place }))}
        rowKey={({ place }) => place}
        columns={columns.map((column, place) => ({
          id: column.id,
          label: column.unit === "currency" ? `${column.label} (${table.currency})` : column.label,
          isHeader: place === 0 && !isFigure(column),
          isNumeric: isFigure(column),
          className: isFigure(column) ? classes.figure : undefined,
          cell: ({ row }) => sayCell(row, column, table, formats),
        }))}
      />
      {shown.length < rows.length && (
        <Button size="compact-sm" variant="subtle" onClick={() => setWhole(true)}>
          Show all {formatNumber(rows.length, formats)} rows
        </Button>
      )}
    </section>
  );
}

const isFigure = ({ kind }: Column) => kind !== "dimension" && kind !== "period";

function sayCell(row: Row, column: Column, { currency, grain, time }: Table, formats: FormatChoices): string {
  const value = row[column.id];
  if (value === null || value === undefined) return "–";
  if (column.kind === "period") return longPeriod(String(value), grain, addDays(time.to, -1), formats);
  if (typeof value !== "number") return value;
  const unit = column.kind === "share" ? "percent" : (column.unit ?? "number");
  return formatFigure(value, { unit, currency }, formats);
}
