import classes from "./passage.module.css";

type Props = { kind: "text" | "table"; content: string };

/** The words of a passage as its document has them: paragraphs, or a table. They are text, whatever they say. */
export function PassageText({ kind, content }: Props) {
  if (kind === "table") return <PassageTable lines={content.split("\n")} />;
  return content.split("\n").map((paragraph, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs stay where they are
    <p key={place} className={classes.paragraph}>
      {paragraph}
    </p>
  ));
}

function PassageTable({ lines }: { lines: readonly string[] }) {
  const [head = [], ...rows] = lines.map((line) => line.split(" | "));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
    <section className={classes.wide} tabIndex={0} aria-label="Table">
      <table className={classes.table}>
        <thead>
          <tr>
            {head.map((cell, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
              <th key={place} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows stay where they are
            <tr key={row}>
              {cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells stay where they are
                <td key={place}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type Place = { title: string; headings: readonly string[]; page: number | null };

/** Where a passage stands in its document, in words; a heading that only repeats the title is left out. */
export function describePlace({ title, headings, page }: Place): string {
  const named = headings.filter((heading) => heading.toLowerCase() !== title.toLowerCase());
  return [...named, ...(page === null ? [] : [`page ${page}`])].join(" › ");
}
