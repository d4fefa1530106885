import type { CellView, FormatChoices } from "@console/figures/format";
import { type ReactNode, useMemo } from "react";
import { TableCell } from "../data-table/table-cell.tsx";
import { toHeading } from "../data-table/table-shape.ts";
import { groupFields } from "./group-fields.ts";
import { RelatedTable } from "./related-table.tsx";
import type { RowDetail } from "./row-detail.ts";
import classes from "./row-drawer.module.css";
import { RowTimeline } from "./row-timeline.tsx";

type Props = {
  detail: RowDetail;
  formats: FormatChoices;
  /** A small picture of where it happened. */
  map?: ReactNode;
};

/** All that is known of one row: its fields in groups, its history, its place and the rows that belong to it. */
export function RowFacts({ detail, formats, map }: Props) {
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
