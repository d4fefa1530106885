import { Skeleton } from "../../blocks/states/skeleton.tsx";
import classes from "./message-page.module.css";

/** Shown while a page that has no layout around it takes longer than a moment to load. */
export function BarePending() {
  return (
    <main className={classes.bare}>
      <Skeleton label="Loading page" lines={[40, 90, 85, 60]} />
    </main>
  );
}
