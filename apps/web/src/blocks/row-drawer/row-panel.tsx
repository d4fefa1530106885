import type { CellView, FormatChoices } from "@console/figures/format";
import { Button } from "@mantine/core";
import { type ReactNode, useMemo } from "react";
import { ApiError } from "../../lib/api.ts";
import { TableCell } from "../data-table/table-cell.tsx";
import { toHeading } from "../data-table/table-shape.ts";
import { EmptyState } from "../states/empty-state.tsx";
import { ErrorState } from "../states/error-state.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { groupFields } from "./group-fields.ts";
import { RelatedTable } from "./related-table.tsx";
import type { RowDetail } from "./row-detail.ts";
import classes from "./row-drawer.module.css";
import { RowTimeline } from "./row-timeline.tsx";

/** A row that is opened. */
export type OpenedRow = {
  /** Null while it is on its way. */
  detail: RowDetail | null;
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
  formats: FormatChoices;
  /** A small picture of where it happened. */
  map?: ReactNode;
};

/** One row with all that is known of it, while it is on its way, or why it cannot be read. */
export function RowPanel({ detail, error, onRetry, onClose, formats, map }: OpenedRow) {
  if (detail) return <Opened detail={detail} formats={formats} map={map} />;
  if (!error) return <Skeleton label="Loading row" lines={[60, 90, 80, 85, 70]} />;
  return <Failure error={error} onRetry={onRetry} onClose={onClose} />;
}

/** What a row is called: its first column. */
export function titleForRow(detail: RowDetail | null): string {
  const [first] = detail?.columns ?? [];
  return detail && first ? `${first.label} ${detail.row[first.id] ?? ""}` : "Row";
}

function Failure({ error, onRetry, onClose }: { error: Error } & Pick<OpenedRow, "onRetry" | "onClose">) {
  const close = (
    <Button variant="default" onClick={onClose}>
      Back to the rows
    </Button>
  );
  if (error instanceof ApiError && (error.kind === "not_found" || error.kind === "invalid_input"))
    return <EmptyState title="This row is not here" message={error.message} actions={close} />;
  return (
    <ErrorState
      title="The row could not be loaded"
      message={error.message}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={onRetry}
      actions={close}
    />
  );
}

function Opened({ detail, formats, map }: { detail: RowDetail } & Pick<OpenedRow, "formats" | "map">) {
  const { currency, columns, row, timeline, related, place } = detail;
  const view: CellView = useMemo(() => ({ currency, formats }), [currency, formats]);
  return (
    <>
      {groupFields(columns, row).map(({ title, fields }) => (
        <section key={title} className={classes.section} aria-label={title}>
          <h3 className={classes.heading}>{title}</h3>
          <dl className={classes.facts}>
            {fields.map((column) => (
              <div key={column.id} className={classes.fact}>
                <dt>{toHeading(column, typeof row.currency === "string" ? row.currency : currency)}</dt>
                <dd>
                  <TableCell column={column} row={row} view={view} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {timeline.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.heading}>Timeline</h3>
          <RowTimeline timeline={timeline} view={view} />
        </section>
      )}
      {place && map && (
        <section className={classes.section}>
          <h3 className={classes.heading}>Location</h3>
          {map}
        </section>
      )}
      {related.map((rows) => (
        <RelatedTable key={rows.title} related={rows} view={view} />
      ))}
    </>
  );
}
