import { type ReactNode, useId } from "react";
import classes from "./profile-page.module.css";

/** One card of the profile, with its name and what it is for. */
export function ProfileSection({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.intro}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <p className={classes.words}>{words}</p>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
