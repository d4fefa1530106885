import type { ImportPreview } from "@console/contracts";
import type { FormatChoices } from "@console/figures/format";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import classes from "./mapping.module.css";
import { previewCell } from "./preview-cell.ts";

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
  if (rows.length === 0) return <p className={classes.quiet}>{empty}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={classes.scroll} aria-label="First rows" tabIndex={0}>
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">{place}</th>
            <th scope="col">Outcome</th>
            {shown.map(({ name, label, type }) => (
              <th key={name} scope="col">
                {type === "money" ? `${label}, ${currency}` : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, values, record, problems }) => (
            <tr key={line} data-bad={problems.length > 0 || undefined}>
              <th scope="row">{line}</th>
              <td className={classes.outcome}>
                {problems.length === 0 ? (
                  <span className={classes.good}>
                    <IconCheck size={14} aria-hidden="true" /> Good
                  </span>
                ) : (
                  <ul className={classes.problems}>
                    {problems.map(({ field, message }) => (
                      <li key={`${field} ${message}`}>
                        <IconAlertTriangle size={14} aria-hidden="true" /> {message}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
              {shown.map(({ name, type }) => (
                <td key={name}>
                  {previewCell(record[name], type, { formats, currency })}
                  {type === "money" && (
                    <span className={classes.written}>{values[mapping.fields[name]?.from ?? ""]}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
