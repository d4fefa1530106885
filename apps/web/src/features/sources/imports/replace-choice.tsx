import "@mantine/core/styles/Checkbox.css";
import type { ImportPreview } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";
import { Checkbox } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { mergeSourceSearch } from "../../../blocks/connection/use-source-address.ts";
import classes from "./import-page.module.css";

type Load = NonNullable<ImportPreview["counts"]>["doubledLoads"][number];
type Props = {
  loads: readonly Load[];
  /** The runs of the loads that are replaced. */
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
  formats: FormatChoices;
};

/** Lets people replace the loads that rows of the file are here from already. */
export function ReplaceChoice({ loads, chosen, onChosen, formats }: Props) {
  if (loads.length === 0) return null;
  return (
    <Checkbox.Group
      label="Replace earlier loads"
      description="Their rows that differ from this file or are missing from it are removed once this load is done. Undoing this load restores them."
      value={[...chosen]}
      onChange={onChosen}
    >
      <div className={classes.choices}>
        {loads.map((load) => (
          <Checkbox
            key={`${load.connection} ${load.run}`}
            value={load.run}
            disabled={load.refusal !== null}
            label={`${load.fileName ?? "Load"}, ${formatInstant(load.loadedAt, formats)}`}
            description={load.refusal ?? describe(load, formats)}
          />
        ))}
      </div>
      {loads.map(({ isShared, run, connection, fileName }) =>
        // What has been chosen here stays while the other load is undone in a tab of its own.
        isShared ? (
          <p key={run} className={classes.quiet}>
            <Link to="." search={mergeSourceSearch({ import: run, connection })} target="_blank">
              Open {fileName ?? "that load"} to undo it
            </Link>
            , then check the whole file again.
          </p>
        ) : null,
      )}
    </Checkbox.Group>
  );
}

/** How much of a load the file has, and what would go without coming again. */
function describe({ connectionName, rows, doubles, corrections }: Load, formats: FormatChoices): string {
  const number = (value: number) => formatNumber(value, formats);
  const where = connectionName ?? "a removed connection";
  // Which of its rows the file holds as they are is settled by the load itself: those stay.
  if (corrections > 0) return `${where}: ${number(corrections)} of its ${number(rows)} rows look corrected.`;
  if (rows <= doubles) return `${where}: all of its ${number(rows)} rows are in this file.`;
  return `${where}: ${number(doubles)} of its ${number(rows)} rows are in this file. The other ${number(rows - doubles)} would go too.`;
}
