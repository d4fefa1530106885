import type { ImportPreview, ImportRun } from "@console/contracts";
import { type FormatChoices, formatInstant } from "@console/figures/format";
import { wordRows } from "./file-list.tsx";
import classes from "./import-page.module.css";
import { ReplaceChoice } from "./replace-choice.tsx";

type Counts = NonNullable<ImportPreview["counts"]>;
type Props = {
  counts: Pick<Counts, "doubles" | "corrections" | "doubledLoads">;
  /** The runs of the earlier loads that this one replaces. */
  replaces: readonly string[];
  onReplaces: (runs: string[]) => void;
  formats: FormatChoices;
};

/** Warns of rows that would be here twice, and offers to replace the loads that they are here from. */
export function DoubledRows({ counts, replaces, onReplaces, formats }: Props) {
  const { doubles, corrections, doubledLoads } = counts;
  if (doubles + corrections === 0) return null;
  return (
    <div className={classes.card} role="status">
      <h3 className={classes.heading}>Doubled rows</h3>
      {doubles > 0 && (
        <p className={classes.old}>
          {wordRows(doubles, formats)} {doubles === 1 ? "is" : "are"} already stored under another key or from another
          connection, and would be counted twice. Keep the earlier key, or replace the earlier load.
        </p>
      )}
      {corrections > 0 && (
        <p className={classes.old}>
          {wordRows(corrections, formats)} {corrections === 1 ? "looks like a stored row but differs" : lookAlike} in
          one field, and would count beside the earlier {corrections === 1 ? "one" : "ones"}. If this file corrects an
          earlier one, replace that load.
        </p>
      )}
      <ReplaceChoice loads={doubledLoads} chosen={replaces} onChosen={onReplaces} formats={formats} />
    </div>
  );
}

const lookAlike = "look like stored rows but differ";

/** Says at the end of a load which earlier ones its rows double or may correct. */
export function DoubledLoads({ loads, formats }: { loads: ImportRun["doubledLoads"]; formats: FormatChoices }) {
  return loads.map(({ run, connection, fileName, loadedAt, doubles, corrections }) => {
    const name = `${fileName ?? "an earlier load"}, ${formatInstant(loadedAt, formats)}`;
    const one = doubles + corrections === 1;
    return (
      <p key={`${connection} ${run}`} className={classes.old} role="alert">
        {doubles > 0 &&
          `${wordRows(doubles, formats)} of this load ${doubles === 1 ? "says" : "say"} the same as ${name}. `}
        {corrections > 0 && sayCorrections(corrections, name, formats)}
        {one ? "It counts" : "They count"} twice now. If that is wrong, undo this load, or undo it and import the file
        again to replace the earlier load.
      </p>
    );
  });
}

function sayCorrections(count: number, name: string, formats: FormatChoices): string {
  const words =
    count === 1
      ? `looks like a row of ${name}, but differs in one field: it may be a correction`
      : `look like rows of ${name}, but differ in one field: they may be corrections`;
  return `${wordRows(count, formats)} of this load ${words}. `;
}
