import { isTextNumber } from "../cells/read-number.ts";
import { SourceProblem } from "../connector.ts";
import { flatRow } from "../json/flat-row.ts";
import { parseJson } from "../json/parse-json.ts";
import { batchRows, type PlacedRow } from "./batch-rows.ts";
import { createDecoder, type Decode, wholeCharacters } from "./decode-text.ts";
import type { FoundEncoding } from "./detect-encoding.ts";
import { type FilePlace, type FileRow, limits, longRow, type OpenedFile } from "./file-row.ts";
import { type RowForm, walkRows } from "./walk-rows.ts";
import { openToRead } from "./with-open-file.ts";

const sampleRows = 200;

const wholeLines = { delimiter: null, lineEnd: "\n" } as const;

/** Finds out which columns the objects of a file have, one object in each line. */
export async function openNdjson(
  path: string,
  bytes: number,
  { encoding, markBytes, isOpen }: FoundEncoding,
): Promise<OpenedFile> {
  const form: RowForm = { encoding, dialect: wholeLines };
  const parts = { bytes, decode: createDecoder(encoding) };
  const read = (from: FilePlace | null) =>
    batchRows(placedRows(path, form, parts, from ?? { offset: markBytes, line: 1 }));
  const columns = new Set<string>();
  let [rows, good] = [0, 0];
  for await (const batch of read(null)) {
    for (const { values, problem } of batch.rows.slice(0, sampleRows)) {
      rows++;
      if (problem !== null) continue;
      good++;
      for (const name of Object.keys(values)) columns.add(name);
    }
    break;
  }
  if (rows === 0) throw new SourceProblem("config", "The file is empty: no line of it holds anything.");
  if (good === 0) {
    throw new SourceProblem("config", "No line of the file is a JSON object. NDJSON has one object per line.");
  }
  const list = rows === 1 ? [...columns].flatMap((name) => /^\/(.+)\/0(?:\/|$)/.exec(name)?.[1] ?? [])[0] : undefined;
  if (list !== undefined) {
    const problem = `The file is one JSON object, with its rows in “${list}”. Upload these as NDJSON: one object per line.`;
    throw new SourceProblem("config", problem);
  }
  if (columns.size > limits.columns) {
    throw new SourceProblem("config", "The objects of the file have more than 1,000 different fields.");
  }
  return {
    form: { kind: "ndjson", encoding, delimiter: null, worksheet: null },
    isEncodingOpen: isOpen,
    listWorksheets: async () => [],
    columns: [...columns],
    read,
  };
}

async function* placedRows(
  path: string,
  form: RowForm,
  { bytes, decode }: { bytes: number; decode: Decode },
  from: FilePlace,
): AsyncGenerator<PlacedRow[], void> {
  const handle = await openToRead(path);
  try {
    for await (const rows of walkRows(handle, form, from)) {
      yield rows
        .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""))
        .map(({ cells, line, next, isTooLong }) => ({
          row: isTooLong
            ? unread(line, cells[0] ?? "", longRow)
            : toRow(decode(cells[0] ?? ""), cells[0] ?? "", { line, encoding: form.encoding }),
          next,
          share: next.offset / bytes,
        }));
    }
  } finally {
    await handle.close();
  }
}

function toRow(
  text: string | null,
  given: string,
  { line, encoding }: { line: number; encoding: RowForm["encoding"] },
): FileRow {
  if (text === null) return unread(line, given, `This line holds characters that are not ${encoding.toUpperCase()}.`);
  let parsed: unknown;
  try {
    parsed = parseJson(text);
  } catch {
    return unread(line, text, "This line is not JSON.");
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) {
    return unread(line, text, "This line is not a JSON object.");
  }
  const ofTexts = new Set<string>();
  const entries = Object.entries(flatRow(parsed, ofTexts)).map(
    ([name, value]) => [name, wholeCharacters(value)] as const,
  );
  const values = Object.fromEntries(entries);
  if (entries.length > limits.columns) return unread(line, text, "This object has more than 1,000 fields.");
  const long = entries.find(([, value]) => value.length > limits.cell || value.includes("\0"));
  const problem = long
    ? long[1].includes("\0")
      ? `"${long[0]}" contains a NUL byte.`
      : `"${long[0]}" is longer than 100,000 characters.`
    : null;
  const texts = [...ofTexts].filter((name) => isTextNumber(values[name] ?? ""));
  return { place: `line ${line}`, line, values, problem, texts };
}

function unread(line: number, text: string, problem: string): FileRow {
  return { place: `line ${line}`, line, values: { line: text.slice(0, 2000).trim() }, problem };
}
