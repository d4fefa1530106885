import type { SourceRun } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";
import { countWrong, leftOutWords } from "../source-words.ts";
import classes from "./import-page.module.css";

type Props = { files: readonly { name: string; text: string }[]; formats: FormatChoices };

/** The files of a load with what is to be said of each, where there are several. */
export function FileList({ files, formats }: Props) {
  if (files.length < 2) return null;
  return (
    <details className={classes.files}>
      <summary>{formatNumber(files.length, formats)} files</summary>
      <ul>
        {files.map(({ name, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and their order never changes
          <li key={index}>
            <strong>{name}</strong>: {text}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** 12 rows. */
export function wordRows(rows: number, formats: FormatChoices): string {
  return `${formatNumber(rows, formats)} ${rows === 1 ? "row" : "rows"}`;
}

/** What became of the rows of a file: 12 rows = 10 new + 2 rejected. */
export function countWords(rows: SourceRun["files"][number]["rows"], formats: FormatChoices): string {
  if (!rows) return "not read";
  const parts: [number, string][] = [
    [rows.written, "new"],
    [rows.replaced, "replaced"],
    [rows.unchanged, "unchanged"],
    [rows.duplicates, rows.duplicates === 1 ? "duplicate" : "duplicates"],
    [countWrong(rows), "rejected"],
    [rows.leftOut, leftOutWords],
  ];
  const counted = parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${formatNumber(count, formats)} ${word}`);
  const read = wordRows(rows.read, formats);
  return counted.length > 0 ? `${read} = ${counted.join(" + ")}` : read;
}
