import { type PlainColumn, PlainTable } from "./plain-table.tsx";
import classes from "./wide-table.module.css";

type Props<Row> = {
  name: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** A table that scrolls where it is wider than its room; what scrolls is reached by keyboard. */
export function WideTable<Row>(props: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.wide} tabIndex={0} aria-label={`${props.name}, as a table`}>
      <PlainTable {...props} />
    </section>
  );
}
