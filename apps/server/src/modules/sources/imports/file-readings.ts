import { type FileEncoding, fileEncodings, type Worksheet } from "@console/contracts";
import type { SentFile } from "../connections/run-store.ts";
import { countNoun } from "../count-noun.ts";
import type { FileOutline } from "./import-mapping.ts";

/** Files with how they were read: a run reads them in the same way. */
export function withReadings(files: readonly SentFile[], outline: Pick<FileOutline, "files">): SentFile[] {
  return files.map((file, index) => {
    const read = outline.files[index];
    if (!read) return file;
    const { worksheet, encoding } = read.form;
    const isChosen = (fileEncodings as readonly string[]).includes(encoding);
    const reading = {
      ...(worksheet !== null && { worksheet }),
      ...(worksheet === null && isChosen && { encoding: encoding as FileEncoding }),
    };
    return { ...file, reading, note: describeWorksheets(worksheet, read.worksheets) };
  });
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
