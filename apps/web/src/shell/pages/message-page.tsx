import { type ReactNode, useContext } from "react";
import { PublicLayout } from "../public-layout.tsx";
import { IsFramed } from "./is-framed.ts";
import classes from "./message-page.module.css";

/** A page that holds one message: the HTTP status it stands for above what it says. */
export function MessagePage({ status, children }: { status: string | null; children: ReactNode }) {
  const isFramed = useContext(IsFramed);
  const message = (
    <div className={classes.message}>
      {status && <p className={classes.status}>{status}</p>}
      {children}
    </div>
  );
  return isFramed ? message : <PublicLayout>{message}</PublicLayout>;
}
