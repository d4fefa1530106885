import type { ReactNode } from "react";
import classes from "./notices.module.css";

/** One quiet line at the foot of the screen, with what can be done about it. */
export function NoticeBar({ icon, children, actions }: { icon?: ReactNode; children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.bar}>
      {icon}
      <p className={classes.words}>{children}</p>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
