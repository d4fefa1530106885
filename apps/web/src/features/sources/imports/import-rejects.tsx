import type { ImportRun } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import rejectClasses from "../connections/reject-list.module.css";
import { RejectTable } from "../connections/reject-table.tsx";
import { SaveRows } from "../connections/save-rows.tsx";
import classes from "./import-page.module.css";

type Props = { run: ImportRun; tenantId: string; formats: FormatChoices };

/** The rows of a load that were rejected, for whoever has sent it. */
export function ImportRejects({ run: { id, rows }, tenantId, formats }: Props) {
  const input = { tenantId, run: id };
  const pages = usePages("listImportRejects", { ...input, limit: 10 });
  return (
    <section className={classes.card} aria-labelledby="import-rejects">
      <div className={rejectClasses.bar}>
        <h3 id="import-rejects" className={classes.heading}>
          {formatNumber(rows.rejected, formats)} rejected {rows.rejected === 1 ? "row" : "rows"}
        </h3>
        {pages.items.length > 0 && (
          <div className={rejectClasses.actions}>
            <SaveRows name="downloadImportRejects" input={input} />
          </div>
        )}
      </div>
      <RejectTable
        pages={pages}
        formats={formats}
        isOfOneLoad
        empty={<p className={rejectClasses.quiet}>These rows are no longer kept.</p>}
      />
    </section>
  );
}
