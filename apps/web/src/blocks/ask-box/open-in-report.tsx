import type { AskAnswer } from "@console/contracts";
import { Button } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { withAccessedTenant } from "../../lib/platform-access.ts";
import classes from "./ask-box.module.css";

/** Leads to the report that shows an answer, and says what its address cannot hold. */
export function OpenInReport({ open, onLeave }: { open: NonNullable<AskAnswer["open"]>; onLeave?: () => void }) {
  return (
    <p className={classes.open}>
      <Button
        size="compact-sm"
        variant="default"
        rightSection={<IconArrowRight size={14} stroke={1.5} aria-hidden="true" />}
        onClick={onLeave}
        renderRoot={(props) => <Link to={open.path} search={withAccessedTenant(open.query)} {...props} />}
      >
        Open in report
      </Button>
      {open.leftOut.length > 0 && (
        <span className={classes.note}>The report opens without: {open.leftOut.join(", ")}</span>
      )}
    </p>
  );
}
