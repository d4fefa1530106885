import "@mantine/core/styles/Input.css";
import type { ReactNode } from "react";
import classes from "./sign-in.module.css";

/** The card of a page about signing in: its heading, what it is for, and below it other ways on. */
export function SignInFrame({
  title,
  lead,
  children,
  below,
}: {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  below?: ReactNode;
}) {
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <header className={classes.head}>
          <h1 className={classes.title}>{title}</h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </header>
        {children}
      </div>
      {below}
    </div>
  );
}
