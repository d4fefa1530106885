import {
  type FileEncoding,
  fileEncodings,
  type SourceMapping,
  type SourceName,
  type TargetField,
  type Worksheet,
} from "@console/contracts";
import type { Gap } from "../../../connectors/cells/find-gaps.ts";
import type { SentFile } from "../connections/run-store.ts";
import { countNoun } from "../count-noun.ts";
import { listFields, requireTable } from "../mapping/target-tables.ts";
import type { FileOutline } from "./import-mapping.ts";

/** Files with how they were read: a run reads them in the same way. */
export function withReadings(
  files: readonly SentFile[],
  outline: Pick<FileOutline, "files">,
  { source, mapping }: { source: SourceName; mapping: SourceMapping },
): SentFile[] {
  const targets = listFields(requireTable(source, mapping.fact));
  return files.map((file, index) => {
    const read = outline.files[index];
    if (!read) return file;
    const { worksheet, encoding, months, areMonthsRows, fillDown } = read.form;
    const isChosen = (fileEncodings as readonly string[]).includes(encoding);
    const reading = {
      ...(worksheet !== null && { worksheet }),
      ...(worksheet === null && isChosen && { encoding: encoding as FileEncoding }),
      ...(months && { months: areMonthsRows ? ("rows" as const) : ("columns" as const) }),
      ...(fillDown && { fillDown }),
    };
    return { ...file, reading, note: describeReading(read, mapping, targets) };
  });
}

/** What someone should know of how a file is read: worksheets that are not, months that are rows, cells that are empty. */
export function describeReading(
  { form, worksheets, rows, gaps = [] }: FileOutline["files"][number],
  mapping: SourceMapping,
  targets: readonly TargetField[],
): string | null {
  const { worksheet, months = [], areMonthsRows } = form;
  const [first, last] = [months[0], months.at(-1)];
  const notes = [
    describeWorksheets(worksheet, worksheets),
    areMonthsRows
      ? `${months.length} columns are months, from ${first} to ${last}: each cell of them is read as a row.`
      : null,
    ...listGaps(gaps, mapping, targets).map(
      (gap) =>
        `“${gap.column}” is empty in ${gap.rows.toLocaleString("en-US")} of ${countNoun(rows, "row")}, always below a filled cell, as where cells were merged. These rows have none unless the column is filled down.`,
    ),
  ].filter((note) => note !== null);
  return notes.length > 0 ? notes.join(" ") : null;
}

/**
 * The gaps of columns that say whose a row is, or when and on which receipt it happened. What a row is worth, and what it
 * need not have, is not the same as in the row above.
 */
export function listGaps(
  gaps: readonly Gap[],
  { fields }: Pick<SourceMapping, "fields">,
  targets: readonly TargetField[],
): Gap[] {
  const named = targets.filter(({ name, type, isRequired }) => {
    if (name === "source_key") return false;
    return type === "member" || (isRequired && (type === "text" || type === "day" || type === "instant"));
  });
  const used = new Set(named.map(({ name }) => fields[name]?.from));
  return gaps.filter(({ column }) => used.has(column));
}

const mostNamed = 5;

/** Which worksheets are not read: "Worksheet Orders is read; Returns (800 rows) and People are not." */
export function describeWorksheets(read: string | null, worksheets: readonly Worksheet[]): string | null {
  const others = worksheets.filter(({ name }) => name !== read);
  if (read === null || others.length === 0) return null;
  const names = others
    .slice(0, mostNamed)
    .map(({ name, rows }) => (rows === null ? name : `${name} (${countNoun(rows, "row")})`));
  if (others.length > mostNamed) names.push(`${others.length - mostNamed} more`);
  const last = names.pop() ?? "";
  const list = names.length > 0 ? `${names.join(", ")} and ${last}` : last;
  return `Worksheet ${read} is read; ${list} ${others.length === 1 ? "is" : "are"} not.`;
}
