import type { FormatChoices } from "@console/figures/format";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiError } from "../../lib/api.ts";
import { OrderLink } from "../order/order-link.tsx";
import { EmptyState } from "../states/empty-state.tsx";
import { ErrorState } from "../states/error-state.tsx";
import { Skeleton } from "../states/skeleton.tsx";
import type { RowDetail } from "./row-detail.ts";
import { RowFacts } from "./row-facts.tsx";

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
  if (detail) {
    return (
      <>
        {detail.order !== null && <OrderLink reference={detail.order} />}
        <RowFacts detail={detail} formats={formats} map={map} />
      </>
    );
  }
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
