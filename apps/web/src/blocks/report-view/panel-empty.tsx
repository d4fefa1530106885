import type { PanelView } from "@console/figures/panel";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./report-view.module.css";

type Props = {
  reason: Extract<PanelView, { kind: "nothing" }>["reason"];
  hasFilters: boolean;
  onReset: () => void;
  /** Where the data lies instead. */
  elsewhere?: ReactNode;
};

/** What a panel shows of figures that nobody can know, and what would be needed for them. */
export function PanelUnknown({ reasons }: { reasons: readonly string[] }) {
  return (
    <div className={classes.empty}>
      <p>Not known</p>
      {reasons.map((reason) => (
        <p key={reason}>{reason}.</p>
      ))}
    </div>
  );
}

/** Why a panel shows nothing, which is not the same as zero. */
export function PanelEmpty({ reason, hasFilters, onReset, elsewhere }: Props) {
  if (reason === "not-narrowed") {
    return <p className={classes.empty}>These figures cannot be filtered in this way, so they are not shown.</p>;
  }
  if (reason === "no-comparison") {
    return <p className={classes.empty}>There is nothing to compare with.</p>;
  }
  if (reason === "no-change") return <p className={classes.empty}>Nothing has changed.</p>;
  return (
    <div className={classes.empty}>
      <p>{hasFilters ? "Nothing in this period matches the filters." : "There is nothing in this period."}</p>
      {hasFilters && (
        <Button variant="default" size="compact-sm" onClick={onReset}>
          Clear filters
        </Button>
      )}
      {!hasFilters && elsewhere}
    </div>
  );
}
