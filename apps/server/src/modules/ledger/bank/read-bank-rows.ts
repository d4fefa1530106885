import { createHash } from "node:crypto";
import type { BankMapping } from "@console/contracts";
import { isCurrency } from "@console/figures/currency";
import { type DateStyle, readDay, usualFirstYear } from "../../../connectors/cells/read-date.ts";
import type { DecimalSign } from "../../../connectors/cells/read-number.ts";
import type { FileRow } from "../../../connectors/file/index.ts";
import { addDays } from "../../metrics/index.ts";
import { findHeaderCurrency } from "../../sources/index.ts";
import { quote, readAmount, readDirection } from "./read-amount.ts";

/** How the rows of a file are read. */
export type BankReader = {
  mapping: BankMapping;
  dates: DateStyle;
  /** The decimal sign of each column of amounts. */
  decimals: ReadonlyMap<string, DecimalSign>;
  account: { code: string; currency: string | null };
  /** The tenant's own currency. */
  base: string;
  timeZone: string;
  today: string;
};

/** A line of a bank as a row says it. */
export type ReadLine = {
  day: string;
  amountMinor: number;
  currency: string;
  text: string;
  reference: string | null;
  counterparty: string | null;
};

export type BankRow = { row: number; content: string } & (
  | { problem: null; line: ReadLine & { fingerprint: string } }
  | { problem: string; line: null }
);

const longest = { text: 1000, reference: 200, counterparty: 200, content: 500 } as const;
const mostDaysAhead = 366;

/** Reads rows one after the other; what all of them tell together is decided at their end. */
export class BankRows {
  private readonly reader: BankReader;
  private readonly rows: { row: number; content: string; reading: Reading }[] = [];
  private readonly signs = { moneyOut: new Set<number>(), moneyIn: new Set<number>() };

  constructor(reader: BankReader) {
    this.reader = reader;
  }

  add(row: FileRow): void {
    const content = Object.values(row.values)
      .filter((value) => value !== "")
      .join(" · ")
      .replace(/\p{Cc}+/gu, " ")
      .slice(0, longest.content);
    const reading = row.problem === null ? readRow(row, this.reader) : { problem: row.problem };
    if ("sides" in reading && reading.sides) {
      if (reading.sides.moneyOut !== 0) this.signs.moneyOut.add(Math.sign(reading.sides.moneyOut));
      if (reading.sides.moneyIn !== 0) this.signs.moneyIn.add(Math.sign(reading.sides.moneyIn));
    }
    this.rows.push({ row: row.line, content, reading });
  }

  get count(): number {
    return this.rows.length;
  }

  finish(): BankRow[] {
    const occurrences = new Map<string, number>();
    const isNegative = (side: "moneyOut" | "moneyIn") => this.signs[side].size === 1 && this.signs[side].has(-1);
    const flips = { moneyOut: isNegative("moneyOut") ? -1 : 1, moneyIn: isNegative("moneyIn") ? -1 : 1 };
    return this.rows.map(({ row, content, reading }) => {
      const line = "problem" in reading ? reading : joinSides(reading, flips);
      if ("problem" in line) return { row, content, problem: line.problem, line: null };
      const amountMinor = this.reader.mapping.isOtherSide ? -line.amountMinor : line.amountMinor;
      const said = { ...line, amountMinor };
      const own = JSON.stringify([
        said.day,
        said.amountMinor,
        said.currency,
        said.text,
        said.reference,
        said.counterparty,
      ]);
      const occurrence = (occurrences.get(own) ?? 0) + 1;
      occurrences.set(own, occurrence);
      const fingerprint = createHash("sha256").update(`${occurrence} ${own}`).digest("base64url");
      return { row, content, problem: null, line: { ...said, fingerprint } };
    });
  }
}

type Sides = { moneyOut: number; moneyIn: number };
type Reading = { problem: string } | (ReadLine & { sides: Sides | null });

/** The amount of a row with a column for each way; a column that is below zero throughout is meant as the others are. */
function joinSides(
  { sides, ...line }: ReadLine & { sides: Sides | null },
  flips: Sides,
): ReadLine | { problem: string } {
  if (!sides) return line;
  const moneyOut = sides.moneyOut * flips.moneyOut;
  const moneyIn = sides.moneyIn * flips.moneyIn;
  if (moneyOut < 0 || moneyIn < 0) {
    return { problem: `${moneyOut < 0 ? "Money out" : "Money in"} is below zero, and above zero in other rows.` };
  }
  return { ...line, amountMinor: moneyIn - moneyOut };
}

function readRow({ values, texts }: FileRow, reader: BankReader): Reading {
  const { mapping, account, base } = reader;
  const cell = (column: string | undefined) => (column === undefined ? "" : plain(values[column] ?? ""));
  const day = readDay(cell(mapping.day), { style: reader.dates, firstYear: usualFirstYear }, reader.timeZone);
  if (day === null) {
    return { problem: cell(mapping.day) === "" ? "The row has no day." : `${quote(cell(mapping.day))} is not a day.` };
  }
  if (day > addDays(reader.today, mostDaysAhead)) return { problem: `${day} is more than a year ahead.` };
  const amountColumns = [mapping.amount, mapping.moneyOut, mapping.moneyIn].filter((column) => column !== undefined);
  const written = cell(mapping.currency).toUpperCase();
  if (written !== "" && !isCurrency(written)) return { problem: `${quote(written)} is not a currency.` };
  const told = amountColumns.map(findHeaderCurrency).find((code) => code !== null);
  const currency = written || (told ?? account.currency ?? base);
  if (account.currency !== null && account.currency !== currency) {
    return { problem: `The row is in ${currency}, and account ${account.code} takes ${account.currency} only.` };
  }
  const amountFrom = (column: string | undefined) => {
    // What a program has written as a number has a point, whatever the texts beside it have.
    const isNumber = column !== undefined && texts !== undefined && !texts.includes(column);
    const decimal = isNumber ? "point" : (reader.decimals.get(column ?? "") ?? "point");
    return readAmount(cell(column), { decimal, currency });
  };
  const sentence = {
    text: cell(mapping.text),
    reference: cell(mapping.reference),
    counterparty: cell(mapping.counterparty),
  };
  for (const [name, text] of Object.entries(sentence) as [keyof typeof sentence, string][]) {
    if (text.length > longest[name]) return { problem: `The ${name} has more than ${longest[name]} characters.` };
  }
  const line = {
    day,
    currency,
    text: sentence.text || sentence.counterparty || sentence.reference,
    reference: sentence.reference || null,
    counterparty: sentence.counterparty || null,
  };
  const amount = readSigned(mapping, amountFrom, cell(mapping.direction));
  return "problem" in amount ? amount : { ...line, ...amount };
}

type Signed = { problem: string } | { amountMinor: number; sides: Sides | null };

function readSigned(
  mapping: BankMapping,
  amountFrom: (column: string | undefined) => ReturnType<typeof readAmount>,
  direction: string,
): Signed {
  if (mapping.amount !== undefined) {
    const amount = amountFrom(mapping.amount);
    if ("problem" in amount) return amount;
    if (amount.amountMinor === 0) return { problem: "The row has no amount." };
    if (mapping.direction === undefined) return { ...amount, sides: null };
    const sign = readDirection(direction);
    if (sign === null) return { problem: `${quote(direction)} says neither that it came in nor that it went out.` };
    if (sign === 1 && amount.amountMinor < 0) {
      return { problem: `The row says both that it came in (${direction}) and that it went out.` };
    }
    return { amountMinor: sign * Math.abs(amount.amountMinor), sides: null };
  }
  const [moneyOut, moneyIn] = [amountFrom(mapping.moneyOut), amountFrom(mapping.moneyIn)];
  if ("problem" in moneyOut) return moneyOut;
  if ("problem" in moneyIn) return moneyIn;
  if (moneyOut.amountMinor === 0 && moneyIn.amountMinor === 0) return { problem: "The row has no amount." };
  if (moneyOut.amountMinor !== 0 && moneyIn.amountMinor !== 0) {
    return { problem: "The row has both money out and money in." };
  }
  return { amountMinor: 0, sides: { moneyOut: moneyOut.amountMinor, moneyIn: moneyIn.amountMinor } };
}

/** One line of text: two files that wrap it in other ways say the same. */
const plain = (text: string) => text.replace(/[\p{Cc}\s]+/gu, " ").trim();
