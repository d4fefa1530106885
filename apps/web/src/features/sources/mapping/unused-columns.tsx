import { factsWithOwnFields } from "@console/contracts";
import { Button } from "@mantine/core";
import { useWrite } from "../../../lib/queries.ts";
import { fieldWords } from "../source-words.ts";
import classes from "./mapping.module.css";

type Props = {
  tenantId: string;
  fact: string;
  columns: readonly string[];
  /** A column was made a field of the tenant's own. */
  onKept: (field: string, column: string) => void;
};

const mostShown = 60;

/** Columns that fill no field, each with a way to keep it as a field of the tenant's own. */
export function UnusedColumns({ tenantId, fact, columns, onKept }: Props) {
  const add = useWrite("addOwnField");
  if (columns.length === 0) return null;
  if (!factsWithOwnFields.includes(fact)) {
    return <p className={classes.quiet}>Columns that fill no field: {columns.join(", ")}</p>;
  }
  const keep = (column: string) => {
    const label = labelFor(column);
    add.mutate({ tenantId, fact, label }, { onSuccess: ({ field }) => onKept(field, column) });
  };
  const more = columns.length - mostShown;
  return (
    <section className={classes.unused} aria-label="Columns that fill no field">
      <p className={classes.quiet}>
        Columns that fill no field. Keep one as an own field to filter and split reports by it.
      </p>
      <ul className={classes.chips}>
        {columns.slice(0, mostShown).map((column) => (
          <li key={column} className={classes.chip}>
            <span className={classes.chipName}>{column}</span>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Keep ${column} as an own field`}
              loading={add.isPending && add.variables.label === labelFor(column)}
              disabled={add.isPending}
              onClick={() => keep(column)}
            >
              Keep
            </Button>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.quiet}>And {more} more.</p>}
      {add.error && (
        <p role="alert" className={classes.refusal}>
          {add.error.message}
        </p>
      )}
    </section>
  );
}

/** What a column is called as a field; of a path, its last part. */
function labelFor(column: string): string {
  return fieldWords(column.split("/").at(-1) || column)
    .trim()
    .slice(0, 60);
}
