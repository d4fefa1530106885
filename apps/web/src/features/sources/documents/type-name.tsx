import classes from "./documents.module.css";

/** What kind of document it is, or that nobody has said so. */
export function TypeName({ type }: { type: string | null }) {
  return <span className={type === null ? classes.quiet : classes.type}>{type ?? "None"}</span>;
}
