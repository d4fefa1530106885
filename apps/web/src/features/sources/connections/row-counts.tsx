import type { SourceRun } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { countWrong, leftOutWords } from "../source-words.ts";
import classes from "./row-counts.module.css";

type Props = {
  rows: Omit<SourceRun["rows"], "total" | "deleted"> & { deleted?: number };
  /** Nothing has been written yet. */
  isDryRun?: true;
  formats: FormatChoices;
};

type Part = { label: string; value: number; isOdd?: boolean; isBad?: boolean };

/** What became of the rows that were read. The parts add up to the whole, and what is lacking would be said. */
export function RowCounts({ rows, isDryRun, formats }: Props) {
  const number = (value: number) => formatNumber(value, formats);
  const parts: Part[] = [
    { label: "new", value: rows.written },
    { label: "replaced", value: rows.replaced },
    { label: "unchanged", value: rows.unchanged },
    { label: rows.duplicates === 1 ? "duplicate" : "duplicates", value: rows.duplicates, isOdd: rows.duplicates > 0 },
    { label: "rejected", value: countWrong(rows), isBad: countWrong(rows) > 0 },
    ...(rows.leftOut > 0 ? [{ label: leftOutWords, value: rows.leftOut }] : []),
  ];
  const missing = rows.read - parts.reduce((sum, { value }) => sum + value, 0);
  return (
    <>
      <dl className={classes.counts}>
        <div>
          <dt>{isDryRun ? "Rows in the file" : "Rows read"}</dt>
          <dd>{number(rows.read)}</dd>
        </div>
        {parts.map(({ label, value, isOdd, isBad }, index) => (
          <div key={label} data-part>
            <dt>{label}</dt>
            <dd data-bad={isBad} data-odd={isOdd}>
              <span aria-hidden="true">{index === 0 ? "= " : "+ "}</span>
              {number(value)}
            </dd>
          </div>
        ))}
        {missing !== 0 && (
          <div data-part>
            <dt>not accounted for</dt>
            <dd data-bad>{number(missing)}</dd>
          </div>
        )}
      </dl>
      {(rows.deleted ?? 0) > 0 && <p className={classes.quiet}>{number(rows.deleted ?? 0)} rows were removed.</p>}
    </>
  );
}
