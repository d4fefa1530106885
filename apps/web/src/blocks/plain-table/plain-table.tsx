import type { ReactNode } from "react";
import classes from "./plain-table.module.css";

export type PlainColumn<Row> = {
  id: string;
  label: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Whether its cells name their rows. */
  isHeader?: boolean;
  isNumeric?: boolean;
  className?: string | undefined;
};

type Props<Row> = {
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  rowClassName?: (row: Row) => string | undefined;
  /** A last row that sums up the others. */
  foot?: Row;
  caption?: ReactNode;
  /** Its accessible name, where no caption gives it one. */
  name?: string;
  className?: string | undefined;
};

/** A table of a few rows that are all there: nothing is read, sorted or searched in it. */
export function PlainTable<Row>({ columns, rows, rowKey, rowClassName, foot, caption, name, className }: Props<Row>) {
  return (
    <table className={`${classes.table} ${className ?? ""}`} aria-label={name}>
      {caption}
      <thead>
        <tr>
          {columns.map(({ id, label, isNumeric, className: ofColumn }) => (
            <th key={id} scope="col" className={ofColumn} data-numeric={isNumeric || undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={rowClassName?.(row)}>
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
      {foot !== undefined && (
        <tfoot>
          <tr>
            <Cells columns={columns} row={foot} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}

function Cells<Row>({ columns, row }: { columns: readonly PlainColumn<Row>[]; row: Row }) {
  return columns.map(({ id, cell, isHeader, isNumeric, className }) =>
    isHeader ? (
      <th key={id} scope="row" className={className}>
        {cell(row)}
      </th>
    ) : (
      <td key={id} className={className} data-numeric={isNumeric || undefined}>
        {cell(row)}
      </td>
    ),
  );
}
