import type { ImportPreview } from "@console/contracts";
import { type FormatChoices, formatMoney, formatNumber } from "@console/figures/format";
import { Button } from "@mantine/core";
import { RowCounts } from "../connections/row-counts.tsx";
import { wordRows } from "./file-list.tsx";
import classes from "./import-page.module.css";

type Props = {
  counts: NonNullable<ImportPreview["counts"]>;
  /** The mapping has changed since. */
  isOld: boolean;
  formats: FormatChoices;
  /** Takes the new names of a field from now on. */
  onTakeNames: (field: string) => void;
};

/** What the whole file would do, and which problems it has how often. */
export function DryRun({ counts, isOld, formats, onTakeNames }: Props) {
  const { problems, notes, newNames, duplicates, returns } = counts;
  return (
    <div className={classes.card} role="status">
      <h3 className={classes.heading}>The whole file</h3>
      {isOld && <p className={classes.old}>The mapping has changed since. Check the whole file again.</p>}
      <RowCounts rows={counts} isDryRun formats={formats} />
      {duplicates > 0 && (
        <p className={classes.old}>
          {wordRows(duplicates, formats)} {duplicates === 1 ? "shares its" : "share their"} key with another row of the
          file. Choose above which of them counts, or let every line count.
        </p>
      )}
      {returns && <p className={classes.quiet}>{describeReturns(returns, formats)}</p>}
      {newNames.map(({ field, label, names, rows }) => (
        <p key={field} className={classes.old}>
          {label}: {names.length === 1 ? "one name is" : `${formatNumber(names.length, formats)} names are`} new, in{" "}
          {wordRows(rows, formats)}: {names.slice(0, mostNames).join(", ")}
          {names.length > mostNames && " …"}. {rows === 1 ? "The row waits" : "The rows wait"} for a decision.{" "}
          <Button size="compact-xs" variant="subtle" onClick={() => onTakeNames(field)}>
            Take new names
          </Button>
        </p>
      ))}
      <Kinds kinds={problems} formats={formats} />
      <Kinds kinds={notes} isNote formats={formats} />
    </div>
  );
}

/** What returned lines take off. A line that is its own sale, such as an order that was refunded, has none beside it. */
function describeReturns(
  { rows, amounts, withoutSale }: NonNullable<Props["counts"]["returns"]>,
  formats: FormatChoices,
): string {
  const sums = amounts.map(({ currency, amount }) => `${currency} ${formatMoney(amount, currency, formats)}`);
  const counted = `${wordRows(rows, formats)} ${rows === 1 ? "counts as a return" : "count as returns"}: ${sums.join(", ")}.`;
  if (withoutSale === 0) return counted;
  const lacking =
    rows === withoutSale ? "The file has no sale" : `For ${wordRows(withoutSale, formats)}, the file has no sale`;
  return `${counted} ${lacking} of the same receipt and amount: if these rows are sales that were refunded later, load their sales too.`;
}

const mostNames = 8;

function Kinds({
  kinds,
  isNote,
  formats,
}: {
  kinds: Props["counts"]["problems"];
  isNote?: true;
  formats: FormatChoices;
}) {
  if (kinds.length === 0) return null;
  return (
    <ul className={classes.problems} data-note={isNote}>
      {kinds.map(({ field, message, rows }) => (
        <li key={`${field} ${message}`}>
          <strong>{wordRows(rows, formats)}</strong>: {message}
        </li>
      ))}
    </ul>
  );
}
