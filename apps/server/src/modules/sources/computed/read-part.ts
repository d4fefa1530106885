import { dayAt } from "@console/figures/time-zone";
import { type DateStyle, readDay, readInstant, usualFirstYear } from "../../../connectors/cells/read-date.ts";
import { type DecimalSign, readNumber, shapeNumber } from "../../../connectors/cells/read-number.ts";
import { findCurrencyMark } from "../mapping/currency-marks.ts";
import { type Decimal, formatDecimal, parseDecimal } from "./decimal.ts";
import { ExpressionFault } from "./expression.ts";
import { type Cell, type Compute, mapOne, type Part, RowFault, type RowScope } from "./part.ts";

/** Longer texts are none that a field takes. */
const longestText = 10_000;
const longestQuote = 60;
const tooLong = "The text is too long.";

const typeWords: Readonly<Record<Part["type"], string>> = {
  text: "a text",
  number: "a number",
  day: "a day",
  instant: "a date and time",
  flag: "a yes or no",
  cell: "a column",
  nothing: "an empty text",
};

/** What a part is, in words. */
export function describeType({ type }: Pick<Part, "type">): string {
  return typeWords[type];
}

/** A part as a text: everything can be written. */
export function toText(part: Part): Compute<string> {
  switch (part.type) {
    case "text":
    case "day":
    case "instant":
      return part.compute;
    case "number":
      return mapOne(part.compute, formatMarked);
    case "flag":
      return mapOne(part.compute, (flag) => (flag ? "yes" : "no"));
    case "cell":
      return mapOne(part.compute, ({ text }) => limitText(text));
    case "nothing":
      return () => null;
  }
}

/** A number as a text, with what its amount is marked with: what reads it decides whether that fits the row. */
function formatMarked(number: Decimal): string {
  const text = formatDecimal(number);
  return number.mark ? `${number.mark.sign} ${text}` : text;
}

/** A part as a number. */
export function toNumber(part: Part): Compute<Decimal> {
  if (part.type === "number") return part.compute;
  if (part.type === "nothing") return () => null;
  if (part.type === "cell") {
    return mapOne(part.compute, (cell, { styleFor }) =>
      parseNumber(cell.text, styleFor(cell.column).decimal, quoteCell(cell)),
    );
  }
  const hint = part.type === "text" ? " Use number(…) where the text is one." : "";
  throw new ExpressionFault(`A number is needed here, and this is ${describeType(part)}.${hint}`, part.span);
}

/** A part as a yes or no. */
export function toFlag(part: Part): Compute<boolean> {
  if (part.type === "flag") return part.compute;
  if (part.type === "nothing") return () => null;
  const message = `A test is needed here, such as [Status] = "open", and this is ${describeType(part)}.`;
  throw new ExpressionFault(message, part.span);
}

/** A part as a day. */
export function toDay(part: Part): Compute<string> {
  if (part.type === "day") return part.compute;
  if (part.type === "nothing") return () => null;
  if (part.type === "cell") {
    return mapOne(part.compute, (cell, { styleFor, timeZone }) => {
      return (
        readDay(cell.text, toForm(styleFor(cell.column).dates), timeZone) ??
        new RowFault(`${quoteCell(cell)} is not a day.`)
      );
    });
  }
  const hint = part.type === "number" || part.type === "flag" ? "" : " Use date(…) to get the day.";
  throw new ExpressionFault(`A day is needed here, and this is ${describeType(part)}.${hint}`, part.span);
}

/** A part as a date and time; a day is its beginning where the tenant is. */
export function toInstant(part: Part): Compute<string> {
  if (part.type === "instant") return part.compute;
  if (part.type === "nothing") return () => null;
  if (part.type === "day")
    return mapOne(part.compute, (day, { timeZone }) => readInstant(day, toForm("iso"), timeZone));
  if (part.type === "cell") {
    return mapOne(part.compute, (cell, { styleFor, timeZone }) => {
      const instant = readInstant(cell.text, toForm(styleFor(cell.column).dates), timeZone);
      return instant ?? new RowFault(`${quoteCell(cell)} is not a date and time.`);
    });
  }
  const hint = part.type === "text" ? " Use dateTime(…) where the text is one." : "";
  throw new ExpressionFault(`A date is needed here, and this is ${describeType(part)}.${hint}`, part.span);
}

function toForm(style: DateStyle) {
  return { style, firstYear: usualFirstYear };
}

/** The number in a text that no column says the style of: only one that cannot be read in two ways. */
export function parseNumberText(text: string): Decimal | RowFault {
  const shape = shapeNumber(text);
  if (shape === "either") return new RowFault(`${quote(text)} can be read as two numbers. Use the column itself.`);
  return parseNumber(text, shape === "comma" ? "comma" : "point", quote(text));
}

/** The number that a text stands for, written with this decimal sign. */
function parseNumber(text: string, decimalSign: DecimalSign, quote: string): Decimal | RowFault {
  const number = readNumber(text, decimalSign);
  if (number === null) return new RowFault(`${quote} is not a number.`);
  const decimal = Math.abs(number) <= Number.MAX_SAFE_INTEGER ? parseDecimal(String(number)) : null;
  if (!decimal) return new RowFault(`${quote} is too large a number.`);
  const mark = findCurrencyMark(text);
  return mark ? { ...decimal, mark } : decimal;
}

/** The day in a text that no column says the style of: only one that cannot be read in two ways. */
export function parseDayText(text: string, { timeZone }: RowScope): string | RowFault {
  return readAlike(text, (style) => readDay(text, toForm(style), timeZone));
}

/** The date and time in such a text. */
export function parseInstantText(text: string, { timeZone }: RowScope): string | RowFault {
  return readAlike(text, (style) => readInstant(text, toForm(style), timeZone));
}

function readAlike(text: string, read: (style: "dmy" | "mdy") => string | null): string | RowFault {
  const [dayFirst, monthFirst] = [read("dmy"), read("mdy")];
  if (dayFirst !== null && dayFirst === monthFirst) return dayFirst;
  if (dayFirst === null && monthFirst === null) return new RowFault(`${quote(text)} is not a date.`);
  return new RowFault(`${quote(text)} can be read as two dates. Use a text with the year first, or the column itself.`);
}

/** The day of an instant where the tenant is. */
export function dayOfInstant(instant: string, { timeZone }: RowScope): string {
  return dayAt(Date.parse(instant), timeZone);
}

/** A text that is not longer than a field takes; one without letters is no value. */
export function limitText(text: string): string | null | RowFault {
  if (text.length > longestText) return new RowFault(tooLong);
  return text === "" ? null : text;
}

/** Texts with another between them; its length is looked at before it is made. */
export function joinTexts(texts: readonly string[], separator: string): string | null | RowFault {
  const length = texts.reduce((sum, text) => sum + text.length, 0) + separator.length * (texts.length - 1);
  return length > longestText ? new RowFault(tooLong) : limitText(texts.join(separator));
}

/** What a row says, for a sentence about it. */
export function quote(text: string): string {
  return `"${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}"`;
}

function quoteCell({ column, text }: Cell): string {
  return `${quote(text)} in the column "${column}"`;
}
