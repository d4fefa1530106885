import type { FormatChoices } from "@console/figures/format";
import { Button } from "@mantine/core";
import { useState } from "react";
import { DataTable } from "../../blocks/data-table/data-table.tsx";
import { ownLayout, type TableState } from "../../blocks/data-table/table-shape.ts";
import type { useRowPages } from "../../blocks/data-table/use-row-pages.ts";
import { EmptyState } from "../../blocks/states/empty-state.tsx";
import classes from "./embed.module.css";

type Props = {
  rows: ReturnType<typeof useRowPages>;
  state: TableState;
  onState: (next: TableState) => void;
  formats: FormatChoices;
};

/** A card does not open, so that it tells what a reader looks for. */
const cardColumns = ["order_reference", "due_at", "completed_at", "late_seconds", "driver", "zone"];

/** The deliveries behind the figures, with what the link shows of each. */
export function EmbedRows({ rows, state, onState, formats }: Props) {
  const [layout, setLayout] = useState(ownLayout);
  return (
    <div className={classes.rows}>
      <h2 className={classes.rowsTitle}>Deliveries</h2>
      <DataTable
        name="Deliveries"
        {...rows}
        cardColumns={cardColumns}
        state={state}
        onState={onState}
        layout={layout}
        onLayout={setLayout}
        rowKey={({ key }) => String(key)}
        formats={formats}
        empty={
          <EmptyState
            title="No delivery matches"
            message={`No order or task of these days contains “${state.search}”.`}
            actions={
              <Button variant="default" onClick={() => onState({ ...state, search: "" })}>
                Clear search
              </Button>
            }
          />
        }
      />
    </div>
  );
}
