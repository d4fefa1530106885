import type { LegendEntry } from "@console/figures/picture";
import classes from "./picture-plot.module.css";

/** Which series are hidden, and how that changes. */
export type SeriesChoice = {
  hidden: ReadonlySet<string>;
  onIsolate: (id: string) => void;
  onHide: (id: string, isDoubleClick: boolean) => void;
};

/** The names of the series as buttons, where the picture has drawn them: a click isolates one, a second hides it. */
export function SeriesButtons({
  entries,
  hidden,
  onIsolate,
  onHide,
}: SeriesChoice & { entries: readonly LegendEntry[] }) {
  if (entries.length < 2) return null;
  return entries.map(({ id, label, x, y, width, height }) => (
    <button
      key={id}
      type="button"
      className={classes.series}
      style={{ left: x, top: y, width, height }}
      aria-pressed={!hidden.has(id)}
      aria-label={label}
      title="Click to show only this, double-click to hide it"
      aria-keyshortcuts="Enter Delete"
      onClick={(event) => event.detail < 2 && onIsolate(id)}
      onDoubleClick={() => onHide(id, true)}
      onKeyDown={(event) => event.key === "Delete" && onHide(id, false)}
    />
  ));
}
