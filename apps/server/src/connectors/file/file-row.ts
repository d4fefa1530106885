import type { FileEncoding, FileForm, Worksheet } from "@console/contracts";
import type { RawRow } from "../connector.ts";

/** A row of a file. One that cannot be read as a row says why; its values then show it as it came. */
export type FileRow = RawRow & {
  line: number;
  problem: string | null;
};

/** Where reading goes on: a byte of the file (of a workbook: nothing), the line that begins there, and what stands above it in columns that are filled from there. */
export type FilePlace = { offset: number; line: number; above?: Readonly<Record<string, string>> };

/** Some rows of a file, where the next one begins, and which share of the file has been read by then. */
export type FileBatch = { rows: FileRow[]; next: FilePlace; share: number };

/** How a file is read, where someone has chosen it; what is left out is found. */
export type ReadingChoice = {
  worksheet?: string | undefined;
  encoding?: FileEncoding | undefined;
  /** What columns that are months are read as. */
  months?: "rows" | "columns" | undefined;
  /** Columns whose empty cells say what the cell above says, as where cells were merged. */
  fillDown?: readonly string[] | undefined;
};

/** A choice, and the worksheet that is likely where there is none. */
export type OpenChoice = ReadingChoice & { likelyWorksheet?: string | undefined };

/** A file whose form is known. */
export type OpenedFile = {
  form: FileForm;
  /** Nothing in the file itself says how its text is written. */
  isEncodingOpen: boolean;
  /** The worksheets that have rows, in their order; the rows of the one that is read are not counted. */
  listWorksheets(): Promise<Worksheet[]>;
  columns: readonly string[];
  /** Its rows in pieces, from a place that an earlier piece named, or from the first on. */
  read(from: FilePlace | null): AsyncGenerator<FileBatch, void>;
};

/** A file may be no larger than this in its parts, so that none of them fills the memory. */
export const limits = { columns: 1000, cell: 100_000, row: 1024 * 1024 } as const;

/** What is said of a row that is longer than it may be. */
export const longRow = "This row is longer than 1 MB.";

/** A piece ends with the first of these. */
export const batchLimits = { rows: 2000, characters: 4 * 1024 * 1024 } as const;

/** The field that a problem with the row itself is told under. */
export const rowField = "row";

/** How a place is told among several files: with the name of its own. */
export function placeIn(files: readonly { name: string }[], file: number): (place: string) => string {
  const name = files[file]?.name ?? "";
  return files.length === 1 ? (place) => place : (place) => `${name}, ${place}`;
}
