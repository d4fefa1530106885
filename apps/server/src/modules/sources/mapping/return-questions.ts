import { anyWord, type ReturnQuestion, type SourceMapping } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import type { WordRows } from "../../../connectors/cells/word-rows.ts";
import { compileMapping } from "../computed/compile-mapping.ts";
import { countNoun } from "../count-noun.ts";
import { areSides, areYesAndNo, isKindName, mostMarks, namesReturn, readFlagWord } from "./flag-words.ts";
import { countDays, namesUndone, namesUndoneDays } from "./undone-words.ts";

/** What is known of a column: its few words, and how its days are written. */
type Words = Pick<ColumnProfile, "name" | "words"> & Partial<Pick<ColumnProfile, "dates">>;

/** What must be said of words before the rows that have them can count. */
export function listReturnQuestions(mapping: SourceMapping, columns: readonly Words[]): ReturnQuestion[] {
  if (mapping.fact !== "sale_lines") return [];
  const returns = listMarkQuestions(mapping, columns);
  return [...returns, ...listUndoneQuestions(mapping, columns, returns), ...listUndoneDays(mapping, columns)];
}

/** Columns of the days on which lines were cancelled: a line that has one counts as a sale unless it is left out. */
function listUndoneDays(mapping: SourceMapping, columns: readonly Words[]): ReturnQuestion[] {
  return columns.flatMap(({ name, dates }): ReturnQuestion[] => {
    const rows = dates && namesUndoneDays(name) ? countDays({ dates }) : 0;
    if (rows === 0 || mapping.fields.is_return?.from === name) return [];
    return [
      {
        column: name,
        title: `Rows with a day in ${name}`,
        evidence: `“${name}” has a day in ${countNoun(rows, "row")}.`,
        choices: [],
        words: [anyWord],
        canLeaveOut: true,
        isAnswered: isDecided(mapping, name, anyWord),
        canWait: false,
      },
    ];
  });
}

/**
 * The columns that may mark returns while no column is mapped to the mark: those with a word for a return, and those of
 * kinds that are single letters. Rows whose amounts are not above zero tell by themselves what they are.
 */
function listMarkQuestions(mapping: SourceMapping, columns: readonly Words[]): ReturnQuestion[] {
  const { from = "", constant = "" } = mapping.fields.is_return ?? {};
  if (from !== "" || constant !== "") return [];
  const amounts = listAmountColumns(mapping);
  return columns.flatMap(({ name, words = [] }): ReturnQuestion[] => {
    const isOfFew = words.length <= mostMarks;
    const back = words.filter(({ value }) => namesReturn(value, { isOfFew }));
    const letters = back.length === 0 && areKindLetters(name, words) ? words : [];
    const isTold =
      letters.length > 0
        ? letters.some((one) => countOpen(one, amounts) === 0)
        : back.every((one) => countOpen(one, amounts) === 0);
    if (isTold) return [];
    const asked = [...back, ...letters].map(({ value }) => value);
    const choices = letters.length > 0 ? letters.map((one) => [one]) : [back];
    return [
      {
        column: name,
        title: `Returns in ${name}`,
        evidence: describeWords(name, { back, letters }),
        choices: choices.map((marks) => describeChoice(name, marks, words)),
        words: asked,
        canLeaveOut: letters.length === 0,
        isAnswered: asked.every((word) => isDecided(mapping, name, word)),
        canWait: false,
      },
    ];
  });
}

/**
 * Words for what was cancelled, not paid or not ordered yet, each of which counts as a sale unless it is left out. In the
 * column that marks returns they wait without an answer.
 */
function listUndoneQuestions(
  mapping: SourceMapping,
  columns: readonly Words[],
  returns: readonly ReturnQuestion[],
): ReturnQuestion[] {
  const mark = mapping.fields.is_return;
  return columns.flatMap(({ name, words = [] }) => {
    const isOfFew = words.length <= mostMarks;
    const asked = new Set(returns.flatMap(({ column, words: back }) => (column === name ? back : [])));
    // The mark of returns says what its words are.
    const isMarked = (word: string) =>
      name === mark?.from && (mark.values?.[word] !== undefined || readFlagWord("is_return", word) !== null);
    return words
      .filter(({ value }) => namesUndone(value, { column: name, isOfFew }) && !asked.has(value) && !isMarked(value))
      .map(
        ({ value, rows }): ReturnQuestion => ({
          column: name,
          title: `“${value}” in ${name}`,
          evidence: `“${name}” says “${value}” in ${countNoun(rows, "row")}.`,
          choices: [],
          words: [value],
          canLeaveOut: true,
          isAnswered: isDecided(mapping, name, value),
          canWait: name === mark?.from,
        }),
      );
  });
}

/** Whether the mapping says of a word that its rows are sales, or that they are left out. */
function isDecided({ saleWords, leftOutWords }: SourceMapping, column: string, word: string): boolean {
  return [saleWords, leftOutWords].some((words) => words?.[column]?.includes(word));
}

/** What someone must choose before rows can count, in words; null where nothing is open. */
export function findOpenReturns(mapping: SourceMapping, columns: readonly Words[]): string | null {
  const open = listReturnQuestions(mapping, columns).find(({ isAnswered, canWait }) => !isAnswered && !canWait);
  if (!open) return null;
  if (open.choices.length === 0) return `${open.evidence} Choose whether they count as sales or are left out.`;
  return `${open.evidence} Choose whether its rows are returns or sales.`;
}

/** The columns that amounts and quantities come from, also through computed ones. */
function listAmountColumns(mapping: SourceMapping): string[] {
  const computed = new Map(compileMapping(mapping).map(({ name, columns }) => [name, columns]));
  return ["gross_minor", "quantity_milli"].flatMap((field) => {
    const from = mapping.fields[field]?.from ?? "";
    return computed.get(from) ?? [from];
  });
}

/** Rows with a word that would count as sales. */
function countOpen({ rows, low }: WordRows, amounts: readonly string[]): number {
  return rows - Math.max(0, ...amounts.map((column) => (Object.hasOwn(low, column) ? (low[column] ?? 0) : 0)));
}

/** Whether a column tells kinds of lines by two or three single letters, or by the sides of an account. */
function areKindLetters(column: string, words: readonly WordRows[]): boolean {
  const letters = words.map(({ value }) => value);
  if (areSides(column, letters)) return true;
  const isFew = letters.length === 2 || letters.length === 3;
  return isFew && isKindName(column) && letters.every((letter) => letter.length === 1) && !areYesAndNo(letters);
}

function describeWords(column: string, { back, letters }: { back: WordRows[]; letters: WordRows[] }): string {
  const list = (words: readonly WordRows[]) =>
    words.map(({ value, rows }) => `“${value}” in ${countNoun(rows, "row")}`).join(", ");
  return letters.length > 0
    ? `“${column}” has ${list(letters)}: one of them may mark returns.`
    : `“${column}” has a word for returns: ${list(back)}, with amounts above zero.`;
}

function describeChoice(column: string, marks: readonly WordRows[], words: readonly WordRows[]) {
  const isMark = new Set(marks.map(({ value }) => value));
  // What was cancelled is no sale because other words mark returns: it waits until someone names it.
  const named = words.filter(({ value }) => isMark.has(value) || !namesUndone(value, { column, isOfFew: true }));
  const values = Object.fromEntries(named.map(({ value }) => [value, isMark.has(value) ? "yes" : "no"]));
  const names = [...isMark].map((value) => `“${value}”`).join(", ");
  const rows = marks.reduce((sum, one) => sum + one.rows, 0);
  return { label: `${names}: returns (${countNoun(rows, "row")})`, field: { from: column, values } };
}
