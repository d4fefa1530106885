import type { ComputedPreview } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type PlainColumn, PlainTable } from "../../../blocks/plain-table/plain-table.tsx";
import { findReferences } from "./change-computed.ts";
import classes from "./computed-columns.module.css";
import { previewCell } from "./preview-cell.ts";
import {
  type ComputedAnswer,
  type ComputedSource,
  previewRows,
  type useComputedPreview,
} from "./use-computed-preview.ts";

type Row = { line: number; values: Readonly<Record<string, string>>; cell: ComputedAnswer["cells"][number] };

type Props = {
  source: ComputedSource;
  expression: string;
  preview: Pick<ReturnType<typeof useComputedPreview>, "answer" | "error" | "isFetching">;
  place: "Line" | "Row";
  formats: FormatChoices;
};

const mostInputs = 6;

const typeWords: Record<NonNullable<ComputedPreview["type"]>, string> = {
  text: "text",
  number: "a number",
  day: "a day",
  instant: "a date and time",
  flag: "yes or no",
};

/** The first rows with the cells that an expression uses and what it makes of them. */
export function ComputedRows({ source, expression, preview: { answer, error, isFetching }, place, formats }: Props) {
  if (error) {
    return (
      <p role="alert" className={classes.problem}>
        The preview could not be loaded. {error.message}
      </p>
    );
  }
  if (!answer) {
    return (
      <p role="status" className={classes.quiet}>
        {isFetching ? "Computing the first rows" : "The result for the first rows shows here as you type."}
      </p>
    );
  }
  if (answer.type === null) {
    return <p className={classes.quiet}>The result shows here once the expression is valid.</p>;
  }
  const { type, unseen } = answer;
  const rows = source.rows.slice(0, previewRows).flatMap(({ line, values }, index): Row[] => {
    const cell = answer.cells[index];
    return cell ? [{ line, values, cell }] : [];
  });
  const names = findReferences(
    [expression],
    source.columns.map(({ name }) => name),
  ).slice(0, mostInputs);
  const columns: PlainColumn<Row>[] = [
    { id: "place", label: place, isHeader: true, cell: ({ line }) => line },
    // A column may have any name, also one of those beside it.
    ...names.map((name) => ({ id: `column ${name}`, label: name, cell: ({ values }: Row) => values[name] })),
    {
      id: "result",
      label: "Result",
      isNumeric: type === "number",
      className: classes.result,
      cell: ({ cell }) => <Result type={type} cell={cell} formats={formats} />,
    },
  ];
  return (
    <div className={classes.preview} aria-busy={isFetching}>
      <p role="status" className={classes.quiet}>
        The result is {typeWords[type]}.{unseen.length > 0 && ` Not in the sample: ${unseen.join(", ")}.`}
        {rows.length === 0 && " There are no rows to show it with yet."}
      </p>
      {rows.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.scroll} aria-label="Result for the first rows" tabIndex={0}>
          <PlainTable className={classes.rows} columns={columns} rows={rows} rowKey={({ line }) => line} />
        </section>
      )}
    </div>
  );
}

function Result({
  type,
  cell,
  formats,
}: {
  type: NonNullable<ComputedPreview["type"]>;
  cell: Row["cell"];
  formats: FormatChoices;
}) {
  if (cell.problem !== null) {
    return (
      <span className={classes.problem}>
        <IconAlertTriangle size={14} aria-hidden="true" /> {cell.problem}
      </span>
    );
  }
  if (cell.value === "") return "–";
  // A number is shown as exactly as it was computed.
  if (type === "number" || type === "text" || type === "flag") return cell.value;
  return previewCell(cell.value, type, { formats, currency: "" });
}
