import classes from "./closed-report.module.css";

/** What an address of an embedded report shows while nobody has opened it; the same for every address. */
export function ClosedReport() {
  return (
    <main className={classes.page}>
      <h1 className={classes.title}>This report is not open.</h1>
      <p className={classes.words}>Ask the organisation that gave you this address for a new one.</p>
    </main>
  );
}
