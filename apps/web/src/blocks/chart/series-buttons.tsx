import type { LegendEntry } from "@console/figures/picture";
import { useEffect, useRef } from "react";
import classes from "./picture-plot.module.css";

/** Which series are hidden, and how that changes. */
export type SeriesChoice = {
  hidden: ReadonlySet<string>;
  onIsolate: (id: string) => void;
  onHide: (id: string) => void;
};

/** How long a second click may take to make a double one; the names move when the picture changes. */
const doubleClickMs = 220;

/** The names of the series as buttons, where the picture has drawn them: a click isolates one, a double click hides it. */
export function SeriesButtons({
  entries,
  hidden,
  onIsolate,
  onHide,
}: SeriesChoice & { entries: readonly LegendEntry[] }) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (entries.length < 2) return null;

  function click(id: string, count: number) {
    clearTimeout(timer.current);
    // Keys click without a count, and mean it at once.
    if (count === 0) onIsolate(id);
    else if (count === 1) timer.current = setTimeout(() => onIsolate(id), doubleClickMs);
    else onHide(id);
  }

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
      onClick={({ detail }) => click(id, detail)}
      onKeyDown={({ key }) => key === "Delete" && onHide(id)}
    />
  ));
}
