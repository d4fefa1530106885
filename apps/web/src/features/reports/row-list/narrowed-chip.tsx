import "@mantine/core/styles/CloseButton.css";
import { CloseButton } from "@mantine/core";
import classes from "./row-list.module.css";

/** Which mark of a chart the rows are narrowed to, and the way back to all of them. */
export function NarrowedChip({ label, onClear }: { label: string; onClear: () => void }) {
  return (
    <p className={classes.chip}>
      <span>Rows behind: {label}</span>
      <CloseButton size="sm" aria-label="Show all rows" title="Show all rows" onClick={onClear} />
    </p>
  );
}
