import classes from "./ledger.module.css";

/** The text of a line with its reference under it. */
export function TextCell({ text, reference }: { text: string; reference: string | null }) {
  return (
    <>
      <span dir="auto">{text}</span>
      {reference !== null && (
        <span className={classes.below} dir="auto">
          {reference}
        </span>
      )}
    </>
  );
}
