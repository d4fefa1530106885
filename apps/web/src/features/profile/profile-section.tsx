import { type ReactNode, useId } from "react";
import classes from "./profile-page.module.css";

type Props = {
  title: string;
  words: string;
  /** By which an address leads to it. */
  id?: string;
  children: ReactNode;
};

/** One card of the profile, with its name and what it is for. */
export function ProfileSection({ title, words, id, children }: Props) {
  const titleId = useId();
  return (
    <section id={id} className={classes.section} aria-labelledby={titleId}>
      <div className={classes.intro}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <p className={classes.words}>{words}</p>
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
