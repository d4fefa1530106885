import { type ReactNode, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import { saveRows } from "../../lib/save-rows.ts";
import classes from "./prose.module.css";

// Plain buttons: an answer may have hundreds of tables.

/** Code with a way to copy it. */
export function CodeBlock({ text }: { text: string }) {
  return (
    <div className={classes.code}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <div className={classes.acts}>
        <CopyButton label="Copy code" text={text} />
      </div>
    </div>
  );
}

type Cell = { shown: ReactNode; text: string };
type TableProps = {
  head: readonly Cell[];
  rows: readonly (readonly Cell[])[];
  align: readonly ("left" | "right" | "center" | null)[];
};

/** A table with ways to copy it and to save it as a file. */
export function ProseTable({ head, rows, align }: TableProps) {
  const lines = [head, ...rows].map((cells) => cells.map(({ text }) => text));
  const classFor = (place: number) => (align[place] === "right" ? classes.end : undefined);
  const save = () => {
    const values = lines.map((cells) => cells.map(toCell));
    saveRows(values, "table");
  };
  return (
    <div className={classes.wide}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label="Table">
        <table>
          <thead>
            <tr>
              {head.map(({ shown }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
                <th key={place} scope="col" className={classFor(place)}>
                  {shown}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows stay where they are
              <tr key={row}>
                {cells.map(({ shown }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells stay where they are
                  <td key={place} className={classFor(place)}>
                    {shown}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className={classes.acts}>
        <CopyButton label="Copy table" text={lines.map((cells) => cells.join("\t")).join("\n")} />
        <button type="button" onClick={save}>
          Save as CSV
        </button>
      </div>
    </div>
  );
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const copy = async () => setAnswer((await copyText(text)) ? "Copied" : "Not copied: select it and copy it by hand.");
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status" className={classes.host}>
        {answer}
      </span>
    </>
  );
}

/** A negative number stays a number: as a text it would be taken for a formula. */
function toCell(text: string): string | number {
  return /^-\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
