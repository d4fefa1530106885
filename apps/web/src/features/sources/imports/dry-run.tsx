import type { ImportPreview } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import classes from "./import-page.module.css";

type Props = {
  counts: NonNullable<ImportPreview["counts"]>;
  /** The mapping has changed since. */
  isOld: boolean;
  formats: FormatChoices;
};

/** What the whole file would do, and which problems it has how often. */
export function DryRun({ counts: { rows, good, bad, problems }, isOld, formats }: Props) {
  const number = (value: number) => formatNumber(value, formats);
  return (
    <div className={classes.card} role="status">
      <h3 className={classes.heading}>The whole file</h3>
      {isOld && <p className={classes.old}>The mapping has changed since. Check the whole file again.</p>}
      <dl className={classes.counts}>
        <div>
          <dt>Rows</dt>
          <dd>{number(rows)}</dd>
        </div>
        <div>
          <dt>Would be taken in</dt>
          <dd className={classes.good}>{number(good)}</dd>
        </div>
        <div>
          <dt>Would be rejected</dt>
          <dd className={bad > 0 ? classes.problem : undefined}>{number(bad)}</dd>
        </div>
      </dl>
      {problems.length > 0 && (
        <ul className={classes.problems}>
          {problems.map(({ field, message, rows: count }) => (
            <li key={`${field} ${message}`}>
              <strong>
                {number(count)} {count === 1 ? "row" : "rows"}
              </strong>
              : {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
