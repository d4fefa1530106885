import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { ReadProblem } from "../states/read-problem.tsx";
import { ShapedSkeleton } from "../states/shaped-skeleton.tsx";
import classes from "./record-table.module.css";

export type RecordColumn<Row> = { label: string; isNumeric?: boolean; cell: (row: Row) => ReactNode };

type Props<Row> = {
  /** Its accessible name, also for what is said while it is read. */
  name: string;
  columns: readonly RecordColumn<Row>[];
  rowKey: (row: Row) => string;
  /** What stands here when there are none. */
  empty: ReactNode;
  /** How many pixels wide the page must be for a table. */
  tableFrom?: number;
  pages: {
    items: readonly Row[];
    isLoading: boolean;
    error: Error | null;
    retry: () => void;
    hasMore: boolean;
    isLoadingMore: boolean;
    more: () => void;
  };
};

/** A short list of records, newest first, read page by page; on a narrow screen each is a card. */
export function RecordTable<Row>({ name, columns, rowKey, empty, tableFrom = 768, pages }: Props<Row>) {
  const { items, isLoading, error, retry, hasMore, isLoadingMore, more } = pages;
  const isNarrow = useMediaQuery(`(max-width: ${tableFrom - 1}px)`, false, { getInitialValueInEffect: false });
  if (isLoading) return <ShapedSkeleton label={`Loading ${name.toLowerCase()}`} shape="list" />;
  if (error && items.length === 0) {
    return <ReadProblem heading="h3" title={`${name} could not be loaded`} error={error} onRetry={retry} />;
  }
  if (items.length === 0) return empty;
  return (
    <>
      {isNarrow ? (
        <ul className={classes.cards} aria-label={name}>
          {items.map((row) => (
            <li key={rowKey(row)} className={classes.card}>
              <dl className={classes.facts}>
                {columns.map(({ label, cell }) => (
                  <div key={label}>
                    <dt>{label}</dt>
                    <dd>{cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      ) : (
        <table className={classes.table} aria-label={name}>
          <thead>
            <tr>
              {columns.map(({ label, isNumeric }) => (
                <th key={label} scope="col" data-numeric={isNumeric || undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ label, isNumeric, cell }) => (
                  <td key={label} data-numeric={isNumeric || undefined}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hasMore && (
        <Button className={classes.more} variant="default" size="xs" loading={isLoadingMore} onClick={more}>
          Show more
        </Button>
      )}
    </>
  );
}
