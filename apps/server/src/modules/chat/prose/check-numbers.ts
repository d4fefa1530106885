import type { MetricAnswer } from "@console/contracts";
import { addDays } from "../../metrics/index.ts";
import { findNumbers, type WrittenNumber } from "./find-numbers.ts";

/** What a text may state numbers from. */
export type Sources = {
  results: readonly MetricAnswer[];
  /** Texts that people or the product wrote: the question, its reading, passages of documents. */
  texts: readonly string[];
};

const mostDays = 1200;

/**
 * The numbers of a text that stand in no result and in none of the texts beside it, each once and as it is written. A
 * number that was worked out from others is among them: nobody has checked it.
 */
export function findUnverified(text: string, { results, texts }: Sources): string[] {
  const cells = results.flatMap(listCells);
  const days = new Set(results.flatMap(listDays));
  const known = texts.flatMap(findNumbers);
  const isKnown = (number: WrittenNumber) =>
    isInTexts(number, known) || (number.kind === "date" ? isInDays(number, days) : isInCells(number, cells, days));
  return [
    ...new Set(
      findNumbers(text)
        .filter((number) => !isKnown(number))
        .map((number) => number.text),
    ),
  ];
}

/** Whether a text leaves out a figure of a result that holds a single row, and so tells nothing without it. */
export function leavesOutFigure(text: string, result: MetricAnswer): boolean {
  const [row, more] = result.rows;
  if (!row || more) return false;
  const numbers = findNumbers(text);
  const days = new Set(listDays(result));
  // Nothing at all is said in many words.
  const cells = listCells({ ...result, rows: [row], totals: {} }).filter(({ value }) => value !== 0);
  const figures = cells.filter(({ value }) => Object.values(row).includes(value));
  return figures.some((cell) => !numbers.some((number) => isInCells(number, [cell], days)));
}

type CellValue = { value: number; isShare: boolean };

function listCells({ columns, rows, totals, rowsInAll, contributions }: MetricAnswer): CellValue[] {
  const units = new Map(columns.map(({ id, unit, kind }) => [id, kind === "share" ? "percent" : unit]));
  const read = (row: Readonly<Record<string, unknown>>) =>
    Object.entries(row).flatMap(([id, value]): CellValue[] =>
      typeof value === "number" ? [{ value, isShare: units.get(id) === "percent" }] : [],
    );
  const parts = contributions?.dimensions.flatMap(({ members }) =>
    members.flatMap(({ now, before, contribution }) => [now, before, contribution]),
  );
  const counts = [rows.length, ...(rowsInAll === undefined ? [] : [rowsInAll])];
  return [
    ...rows.flatMap(read),
    ...read(totals),
    ...[...counts, ...(parts ?? []), contributions?.change].flatMap((value) =>
      typeof value === "number" ? [{ value, isShare: false }] : [],
    ),
  ];
}

/** Every day that the results speak of. */
function listDays({ time, compareTime }: MetricAnswer): string[] {
  return [time, compareTime].flatMap((range) => {
    if (!range) return [];
    const days: string[] = [];
    const first = range.from ?? addDays(range.to, -1);
    for (let day = first; day < range.to && days.length < mostDays; day = addDays(day, 1)) days.push(day);
    return days;
  });
}

function isInTexts({ text, values, kind }: WrittenNumber, known: readonly WrittenNumber[]): boolean {
  return known.some(
    (other) =>
      other.text.toLowerCase() === text.toLowerCase() ||
      (kind === other.kind && values.some(({ value }) => other.values.some((one) => one.value === value))),
  );
}

function isInDays({ text, day }: WrittenNumber, days: ReadonlySet<string>): boolean {
  if (!day) return [...days].some((one) => one.startsWith(text));
  const end = `-${String(day.month).padStart(2, "0")}-${String(day.day).padStart(2, "0")}`;
  return [...days].some((one) => one.endsWith(end));
}

function isInCells({ text, values, kind }: WrittenNumber, cells: readonly CellValue[], days: ReadonlySet<string>) {
  if (kind === "number" && /^(?:19|20)\d{2}$/.test(text) && [...days].some((day) => day.startsWith(`${text}-`))) {
    return true;
  }
  return values.some(({ value, tolerance }) =>
    cells.some((cell) => {
      const shown = Math.abs(cell.value);
      const isClose = (candidate: number) => Math.abs(candidate - value) <= tolerance + 1e-9 * Math.max(1, value);
      // A share is said in percent, and a whole number is never said as another one.
      if (cell.isShare) return kind === "percent" ? isClose(shown * 100) : isClose(shown) || isClose(shown * 100);
      if (kind === "percent") return false;
      return Number.isInteger(cell.value) && tolerance === 0.5 ? shown === value : isClose(shown);
    }),
  );
}
