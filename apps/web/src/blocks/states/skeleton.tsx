import classes from "./states.module.css";

/** Lines in the place of text that is on its way; widths are percentages. */
export function Skeleton({ label, lines }: { label: string; lines: readonly number[] }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label} data-loading>
      {lines.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order
        <span key={index} className={classes.line} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
