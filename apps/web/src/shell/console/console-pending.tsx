import { Skeleton } from "../../blocks/states/skeleton.tsx";
import classes from "./console-pending.module.css";

/** Shown while a page behind the sign-in takes longer than a moment to load. */
export function ConsolePending() {
  return (
    <div className={classes.pending}>
      <Skeleton label="Loading page" lines={[30, 60, 90, 85]} />
    </div>
  );
}
