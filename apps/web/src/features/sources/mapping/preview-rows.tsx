import type { ImportPreview } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { type PlainColumn, PlainTable } from "../../../blocks/plain-table/plain-table.tsx";
import classes from "./mapping.module.css";
import { previewCell } from "./preview-cell.ts";

type PreviewRow = ImportPreview["rows"][number];

type Props = {
  preview: Pick<ImportPreview, "rows" | "fields" | "mapping" | "currency">;
  /** What the number of a row counts. */
  place: "Line" | "Row";
  /** What is said where there are none. */
  empty: string;
  formats: FormatChoices;
};

/** The first rows of a source under a mapping, and what is wrong with each of them. */
export function PreviewRows({ preview: { rows, fields, mapping, currency }, place, empty, formats }: Props) {
  const shown = fields.filter(({ name }) => mapping.fields[name]?.from || mapping.fields[name]?.constant);
  // The header names the currency that all rows are in; where they differ, each amount names its own.
  const currencies = new Set(
    rows.map(({ record }) => (typeof record.currency === "string" ? record.currency : currency)),
  );
  const [shared = currency, ...others] = currencies;
  const headed = others.length === 0 ? shared : null;
  const columns: PlainColumn<PreviewRow>[] = [
    {
      id: "place",
      label: place,
      isHeader: true,
      cell: ({ line, file }) => (
        <>
          {line}
          {file !== undefined && <span className={classes.written}>{file}</span>}
        </>
      ),
    },
    {
      id: "outcome",
      label: "Outcome",
      className: classes.outcome,
      cell: ({ problems, notes }) => <Outcome problems={problems} notes={notes} />,
    },
    // A field may have any name, also one of those above.
    ...shown.map(({ name, label, type }) => ({
      id: `field ${name}`,
      label: type === "money" && headed ? `${label}, ${headed}` : label,
      cell: ({ record, values }: PreviewRow) => (
        <>
          {type === "money" ? previewMoney(record, name) : previewCell(record[name], type, { formats, currency })}
          {type === "money" && <span className={classes.written}>{values[mapping.fields[name]?.from ?? ""]}</span>}
        </>
      ),
    })),
  ];
  function previewMoney(record: PreviewRow["record"], name: string): string {
    const own = typeof record.currency === "string" ? record.currency : currency;
    const amount = previewCell(record[name], "money", { formats, currency: own });
    return headed || record[name] === undefined ? amount : `${own} ${amount}`;
  }
  if (rows.length === 0) return <p className={classes.quiet}>{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label="First rows" tabIndex={0}>
      <PlainTable
        className={classes.rows}
        columns={columns}
        rows={rows}
        rowKey={({ line, file }) => `${file} ${line}`}
      />
    </section>
  );
}

function Outcome({ problems, notes }: Pick<PreviewRow, "problems" | "notes">) {
  if (problems.length > 0) return <Reasons reasons={problems} />;
  return (
    <>
      <span className={classes.good}>
        <IconCheck size={14} aria-hidden="true" /> Good
      </span>
      {notes.length > 0 && <Reasons reasons={notes} isNote />}
    </>
  );
}

function Reasons({ reasons, isNote }: { reasons: PreviewRow["problems"]; isNote?: true }) {
  return (
    <ul className={classes.problems} data-note={isNote}>
      {reasons.map(({ field, message }) => (
        <li key={`${field} ${message}`}>
          <IconAlertTriangle size={14} aria-hidden="true" /> {message}
        </li>
      ))}
    </ul>
  );
}
