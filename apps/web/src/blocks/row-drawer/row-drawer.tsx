import "@mantine/core/styles/ScrollArea.css";
import "@mantine/core/styles/CloseButton.css";
import "@mantine/core/styles/Overlay.css";
import "@mantine/core/styles/Paper.css";
import "@mantine/core/styles/ModalBase.css";
import "@mantine/core/styles/Drawer.css";

import type { CellView, FormatChoices } from "@console/figures/format";
import { Button, Drawer } from "@mantine/core";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { ApiError } from "../../lib/api.ts";
import { TableCell } from "../data-table/table-cell.tsx";
import { toHeading } from "../data-table/table-shape.ts";
import { EmptyState } from "../states/empty-state.tsx";
import { ErrorState } from "../states/error-state.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import { RelatedTable } from "./related-table.tsx";
import type { RowDetail } from "./row-detail.ts";
import classes from "./row-drawer.module.css";
import { RowTimeline } from "./row-timeline.tsx";

type Props = {
  /** Null while it is on its way. */
  detail: RowDetail | null;
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
  formats: FormatChoices;
  /** A small picture of where it happened. */
  map?: ReactNode;
};

/** One row with all that is known of it, over the page; mounted while it is open. */
export function RowDrawer({ detail, error, onRetry, onClose, formats, map }: Props) {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => (opener as HTMLElement | null)?.focus({ preventScroll: true }), [opener]);

  return (
    <Drawer.Root
      opened
      onClose={onClose}
      position="right"
      size="min(100vw, 560px)"
      // The scroll lock of the component writes a style element, which the page's policy refuses.
      lockScroll={false}
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content>
        {/* The component's own header would be a second banner of the page. */}
        <div className={classes.header}>
          <Drawer.Title className={classes.title}>{detail ? titleForRow(detail) : "Row"}</Drawer.Title>
          <Drawer.CloseButton aria-label="Close row" />
        </div>
        <Drawer.Body className={classes.body}>
          {detail && <Opened detail={detail} formats={formats} map={map} />}
          {!detail && !error && <Skeleton label="Loading row" lines={[60, 90, 80, 85, 70]} />}
          {!detail && error && <Failure error={error} onRetry={onRetry} onClose={onClose} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

function titleForRow({ columns, row }: RowDetail): string {
  const [first] = columns;
  return first ? `${first.label} ${row[first.id] ?? ""}` : "Row";
}

function Failure({ error, onRetry, onClose }: { error: Error } & Pick<Props, "onRetry" | "onClose">) {
  const close = (
    <Button variant="default" onClick={onClose}>
      Back to the rows
    </Button>
  );
  if (error instanceof ApiError && (error.kind === "not_found" || error.kind === "invalid_input"))
    return <EmptyState title="This row is not here" message={error.message} actions={close} />;
  return (
    <ErrorState
      title="The row could not be read"
      message={error.message}
      requestId={error instanceof ApiError ? error.requestId : null}
      onRetry={onRetry}
      actions={close}
    />
  );
}

function Opened({ detail, formats, map }: { detail: RowDetail } & Pick<Props, "formats" | "map">) {
  const { currency, timeZone, columns, row, timeline, related, place } = detail;
  const view: CellView = useMemo(() => ({ currency, formats, timeZone }), [currency, formats, timeZone]);
  return (
    <>
      <dl className={classes.facts}>
        {columns.map((column) => (
          <div key={column.id} className={classes.fact}>
            <dt>{toHeading(column, typeof row.currency === "string" ? row.currency : currency)}</dt>
            <dd>
              <TableCell column={column} row={row} view={view} />
            </dd>
          </div>
        ))}
      </dl>
      {timeline.length > 0 && (
        <section className={classes.section}>
          <h3 className={classes.heading}>What happened</h3>
          <RowTimeline timeline={timeline} view={view} />
        </section>
      )}
      {place && map && (
        <section className={classes.section}>
          <h3 className={classes.heading}>Where</h3>
          {map}
        </section>
      )}
      {related.map((rows) => (
        <RelatedTable key={rows.title} related={rows} view={view} />
      ))}
    </>
  );
}
