import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./sign-in.module.css";

/** What went wrong with the form, above its fields. */
export function ProblemNotice({ children }: { children: ReactNode }) {
  return (
    <div className={classes.problem} role="alert">
      <IconAlertCircle size={18} stroke={1.5} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
