import type { ReactNode } from "react";
import classes from "./connection-form.module.css";

/** A part of the form, with what it is for. */
export function FormSection({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{title}</h2>
      <p className={classes.help}>{words}</p>
      {children}
    </section>
  );
}
