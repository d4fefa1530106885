import type { ImportRun } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { usePages } from "../../../blocks/record-table/use-pages.ts";
import rejectClasses from "../connections/reject-list.module.css";
import { RejectTable } from "../connections/reject-table.tsx";
import { SaveRows } from "../connections/save-rows.tsx";
import { countWrong, leftOutWords } from "../source-words.ts";
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
          {titleWords(rows, formats)}
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

/** 3 rejected rows and 12 rows left out by your choice. */
function titleWords(rows: ImportRun["rows"], formats: FormatChoices): string {
  const count = (value: number, before = "") =>
    `${formatNumber(value, formats)} ${before}${value === 1 ? "row" : "rows"}`;
  const wrong = countWrong(rows);
  const parts = [
    ...(wrong > 0 ? [count(wrong, "rejected ")] : []),
    ...(rows.leftOut > 0 ? [`${count(rows.leftOut)} ${leftOutWords}`] : []),
  ];
  return parts.join(" and ");
}
