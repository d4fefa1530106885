import { Button } from "@mantine/core";
import classes from "./report-view.module.css";

type Props = { reason: "no-rows" | "not-narrowed"; hasFilters: boolean; onReset: () => void };

/** Why a panel shows nothing, which is not the same as zero. */
export function PanelEmpty({ reason, hasFilters, onReset }: Props) {
  if (reason === "not-narrowed") {
    return <p className={classes.empty}>These figures cannot be narrowed in this way, so they are not shown.</p>;
  }
  return (
    <div className={classes.empty}>
      <p>{hasFilters ? "Nothing in this period matches the filters." : "There is nothing in this period."}</p>
      {hasFilters && (
        <Button variant="default" size="compact-sm" onClick={onReset}>
          Clear filters
        </Button>
      )}
    </div>
  );
}
