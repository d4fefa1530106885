import type { ReactNode } from "react";
import classes from "./embed.module.css";

type Props = {
  icon: ReactNode;
  title: string;
  /** Worth a warning, unlike what is usual. */
  isTrouble?: boolean;
  children: ReactNode;
};

/** What a visitor reads in the place of a report. */
export function EmbedMessage({ icon, title, isTrouble = false, children }: Props) {
  return (
    <div className={classes.message}>
      <span className={isTrouble ? `${classes.mark} ${classes.trouble}` : classes.mark} aria-hidden="true">
        {icon}
      </span>
      <h1 className={classes.messageTitle}>{title}</h1>
      {children}
    </div>
  );
}
