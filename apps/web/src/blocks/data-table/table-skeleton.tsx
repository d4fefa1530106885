import classes from "./data-table.module.css";

const lines = Array.from({ length: 8 }, (_, place) => 92 - ((place * 17) % 40));

/** Lines in the shape of rows that are on their way. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div className={classes.skeleton} role="status" aria-label={label}>
      {lines.map((width, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order
        <span key={place} className={classes.skeletonRow}>
          <span className={classes.bone} style={{ width: "14%" }} />
          <span className={classes.bone} style={{ width: `${width / 4}%` }} />
          <span className={classes.bone} style={{ width: `${width / 3}%` }} />
        </span>
      ))}
    </div>
  );
}
