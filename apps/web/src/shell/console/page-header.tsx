import classes from "./page-header.module.css";

/** What a page is called, and which question it answers. */
export function PageHeader({ title, question }: { title: string; question: string }) {
  return (
    <div className={classes.header}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.question}>{question}</p>
    </div>
  );
}
