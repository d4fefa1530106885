import classes from "./import-page.module.css";

type Props = { files: readonly { name: string; note: string | null }[] };

const mostNotes = 5;

/** Which worksheets of the files are not read. */
export function SheetNotes({ files }: Props) {
  const notes = files.flatMap(({ name, note }) => (note === null ? [] : [{ name, note }]));
  const more = notes.length - mostNotes;
  return (
    <>
      {notes.slice(0, mostNotes).map(({ name, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order never changes
        <p key={index} className={classes.old}>
          {files.length > 1 && `${name}: `}
          {note}
        </p>
      ))}
      {more > 0 && (
        <p className={classes.old}>
          {more} more {more === 1 ? "file has" : "files have"} worksheets that are not read.
        </p>
      )}
    </>
  );
}
