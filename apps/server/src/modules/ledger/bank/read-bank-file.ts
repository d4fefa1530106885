import { type BankField, type BankMapping, type BankPreview, bankFields } from "@console/contracts";
import { ColumnProfiler, decideDates, decideDecimal } from "../../../connectors/cells/column-profile.ts";
import type { FileRow } from "../../../connectors/file/index.ts";
import { type FileReading, type ReadScope, readSentFile } from "../../../connectors/reading/read-sent-file.ts";
import type { FileToRead } from "../../../connectors/reading/reading-task.ts";
import { AppError } from "../../../platform/errors.ts";
import { type FileOutline, readOutline } from "../../sources/index.ts";
import { type BankReader, type BankRow, BankRows } from "./read-bank-rows.ts";
import { suggestBankMapping } from "./suggest-bank-mapping.ts";

/** No statement of a bank is longer. */
export const mostRows = 50_000;

type Question = BankPreview["questions"][number];

/** A file of a bank as it was read: its columns, how they are read, what is left to be chosen, and its rows. */
export type BankReading = {
  outline: FileOutline;
  mapping: BankMapping;
  questions: Question[];
  /** Empty while the day or the amount has no column. */
  rows: BankRow[];
};

/** Reads a file in the pool of those that read foreign files. */
export async function readBankFile(
  fileReading: FileReading,
  file: FileToRead,
  {
    mapping: chosen,
    scope,
    ...rest
  }: Omit<BankReader, "mapping" | "dates" | "decimals"> & {
    mapping: BankMapping | null;
    scope: ReadScope;
  },
): Promise<BankReading> {
  const outline = await readOutline(fileReading, [file], scope);
  const rowsInFile = outline.files[0]?.rows ?? 0;
  if (rowsInFile > mostRows) {
    throw new AppError("too_large", `The file has more than ${mostRows.toLocaleString("en-US")} rows. Split it.`);
  }
  const { columns, profile } = outline;
  const mapping = chosen ?? suggestBankMapping(columns, profile.columns);
  const missing = listMissing(mapping, columns);
  if (missing.length > 0) return { outline, mapping, questions: missing, rows: [] };
  const rows: FileRow[] = [];
  for await (const part of readSentFile(fileReading, file, scope)) {
    if ("form" in part) continue;
    for (const row of part.rows) rows.push(keepMapped(row, mapping));
  }
  const styles = decideStyles(mapping, rows, outline);
  const reader = new BankRows({ ...rest, mapping, dates: styles.dates, decimals: styles.decimals });
  for (const row of rows) reader.add(row);
  return { outline, mapping, questions: styles.questions, rows: reader.finish() };
}

const fields = Object.keys(bankFields) as BankField[];

/** No cell that is taken is longer, and one more character tells that it is. */
const longestCell = 1001;
const mostCells = 20;

/** What is needed of a row: the other columns may be many and long. */
function keepMapped(row: FileRow, mapping: BankMapping): FileRow {
  const mapped = fields.flatMap((field) => mapping[field] ?? []);
  const names = row.problem === null ? mapped : Object.keys(row.values).slice(0, mostCells);
  const values = names.map((name) => [name, (row.values[name] ?? "").slice(0, longestCell)]);
  return { ...row, values: Object.fromEntries(values) };
}

function listMissing(mapping: BankMapping, columns: readonly string[]): Question[] {
  const unknown = fields.flatMap((field) => {
    const column = mapping[field];
    return column === undefined || columns.includes(column)
      ? []
      : [{ field, message: `The file has no column "${column}".` }];
  });
  const questions = [...unknown];
  if (mapping.day === undefined) questions.push({ field: "day", message: "Choose the column of the day." });
  const hasSides = mapping.moneyOut !== undefined || mapping.moneyIn !== undefined;
  if (mapping.amount === undefined && !hasSides) {
    const message = "Choose the column of the amount, or those of money out and money in.";
    questions.push({ field: "amount", message });
  }
  if (mapping.amount !== undefined && hasSides) {
    questions.push({ field: "amount", message: "Choose one amount, or money out and money in, and not both." });
  }
  return questions;
}

/** How days and amounts are written, as the choices say or as all rows tell. */
function decideStyles(mapping: BankMapping, rows: readonly FileRow[], { profile }: FileOutline) {
  const questions: Question[] = [];
  const days = profile.columns.find(({ name }) => name === mapping.day);
  const decided = days ? decideDates(days) : { style: "iso" as const, isSure: true };
  if (mapping.dates === undefined && !decided.isSure) {
    const message = `Choose whether the day or the month comes first in "${mapping.day}".`;
    questions.push({ field: "dates", message });
  }
  const decimals = new Map<string, "point" | "comma">();
  for (const field of ["amount", "moneyOut", "moneyIn"] as const) {
    const column = mapping[field];
    if (column === undefined) continue;
    const found = decideDecimal(profileAmounts(column, rows));
    decimals.set(column, mapping.decimal ?? found.style);
    if (mapping.decimal !== undefined || found.isSure || questions.some((question) => question.field === "decimal"))
      continue;
    questions.push({ field: "decimal", message: `Choose the decimal sign of "${column}".` });
  }
  return { dates: mapping.dates ?? decided.style, decimals, questions };
}

/** What the amounts of a column tell of how they are written, without the CR and DR of banks. */
function profileAmounts(column: string, rows: readonly FileRow[]) {
  const profiler = new ColumnProfiler(column, false);
  for (const { values, texts, place, problem } of rows) {
    // What a program has written as a number tells nothing of how texts are.
    if (problem !== null || (texts !== undefined && !texts.includes(column))) continue;
    profiler.add((values[column] ?? "").replace(/\b(?:cr|dr)\b\.?/gi, ""), place);
  }
  profiler.endFile();
  return profiler.finish();
}
