import type { ExpressionFunction } from "@console/contracts";
import { choosePart } from "./choose-part.ts";
import { type Decimal, multiplyDecimals, negateDecimal, roundDecimal, toWhole } from "./decimal.ts";
import { ExpressionFault, type Span } from "./expression.ts";
import { type Compute, mapOne, mapTwo, type Part, RowFault } from "./part.ts";
import {
  dayOfInstant,
  joinTexts,
  limitText,
  parseDayText,
  parseInstantText,
  parseNumberText,
  quote,
  toDay,
  toFlag,
  toInstant,
  toNumber,
  toText,
} from "./read-part.ts";

/** A function of the language: how many parameters it takes, and what it makes of them. */
type Definition = {
  least: number;
  most: number;
  build: (parameters: readonly Part[], span: Span) => Part;
};

/** More than any text has parts. */
const mostParts = 1000;
const mostDecimals = 10;
const msPerMinute: Decimal = { units: 60_000n, decimals: 0 };
/** The years that days and times are read in. */
const [earliest, latest] = [Date.UTC(1900, 0, 1), Date.UTC(2200, 0, 1)];

/** A parameter that the number of parameters has promised. */
function at(parameters: readonly Part[], place: number): Part {
  const part = parameters[place];
  if (!part) throw new Error("A function was built without its parameters.");
  return part;
}

/** A text that may be empty, such as what stands between two others. */
function toTextOrNothing(part: Part): Compute<string> {
  const text = toText(part);
  return (row) => text(row) ?? "";
}

function changeText(apply: (text: string) => string): Definition["build"] {
  return (parameters, span) => {
    return { type: "text", span, compute: mapOne(toText(at(parameters, 0)), (text) => limitText(apply(text))) };
  };
}

function combineFlags(deciding: boolean): Definition["build"] {
  return (parameters, span) => {
    const flags = parameters.map(toFlag);
    const compute: Compute<boolean> = (row) => {
      let isUnknown = false;
      for (const flag of flags) {
        const outcome = flag(row);
        if (outcome === deciding || outcome instanceof RowFault) return outcome;
        if (outcome === null) isUnknown = true;
      }
      return isUnknown ? null : !deciding;
    };
    return { type: "flag", span, compute };
  };
}

function requireLetters(part: Part, words: string): void {
  if (part.type === "nothing") throw new ExpressionFault(`${words} cannot be empty.`, part.span);
}

const functions: Readonly<Record<ExpressionFunction, Definition>> = {
  join: {
    least: 2,
    most: 50,
    build: (parameters, span) => {
      const separator = toTextOrNothing(at(parameters, 0));
      const texts = parameters.slice(1).map(toText);
      const compute: Compute<string> = (row) => {
        const between = separator(row);
        if (between === null || between instanceof RowFault) return between;
        const filled: string[] = [];
        for (const text of texts) {
          const outcome = text(row);
          if (outcome instanceof RowFault) return outcome;
          if (outcome !== null) filled.push(outcome);
        }
        return joinTexts(filled, between);
      };
      return { type: "text", span, compute };
    },
  },
  split: {
    least: 3,
    most: 3,
    build: (parameters, span) => {
      requireLetters(at(parameters, 1), "What a text is split at");
      const place = mapOne(toNumber(at(parameters, 2)), (number) => {
        const whole = toWhole(number);
        if (whole !== null && whole >= 1 && whole <= mostParts) return whole;
        return new RowFault(`The part of a split is a whole number from 1 to ${mostParts}.`);
      });
      const pieces = mapTwo(toText(at(parameters, 0)), toText(at(parameters, 1)), (text, separator) => {
        return text.split(separator, mostParts);
      });
      return { type: "text", span, compute: mapTwo(pieces, place, (all, one) => all[one - 1]?.trim() || null) };
    },
  },
  replace: {
    least: 3,
    most: 3,
    build: (parameters, span) => {
      requireLetters(at(parameters, 1), "What is replaced");
      const pieces = mapTwo(toText(at(parameters, 0)), toText(at(parameters, 1)), (text, old) => text.split(old));
      const compute = mapTwo(pieces, toTextOrNothing(at(parameters, 2)), joinTexts);
      return { type: "text", span, compute };
    },
  },
  trim: { least: 1, most: 1, build: changeText((text) => text.trim()) },
  lower: { least: 1, most: 1, build: changeText((text) => text.toLowerCase()) },
  upper: { least: 1, most: 1, build: changeText((text) => text.toUpperCase()) },
  lookup: {
    least: 3,
    most: 200,
    build: (parameters, span) => {
      const [value, ...list] = parameters;
      const keys = list.filter((_, place) => place % 2 === 0 && place + 1 < list.length).map(toText);
      const hasDefault = list.length % 2 === 1;
      const results = list.filter((_, place) => place % 2 === 1 || place + 1 === list.length);
      const choose = mapOne(toText(value ?? at(parameters, 0)), (text, row) => {
        for (const [place, key] of keys.entries()) {
          const outcome = key(row);
          if (outcome instanceof RowFault) return outcome;
          if (outcome === text) return place;
        }
        return hasDefault ? keys.length : new RowFault(`${quote(text)} is not in the list of lookup.`);
      });
      return choosePart(results, choose, span);
    },
  },
  if: {
    least: 3,
    most: 3,
    build: (parameters, span) => {
      const choose = mapOne(toFlag(at(parameters, 0)), (isSo) => (isSo ? 0 : 1));
      return choosePart(parameters.slice(1), choose, span);
    },
  },
  startsWith: {
    least: 2,
    most: 2,
    build: (parameters, span) => {
      requireLetters(at(parameters, 1), "What a text starts with");
      const [text, prefix] = [toText(at(parameters, 0)), toText(at(parameters, 1))];
      return { type: "flag", span, compute: mapTwo(text, prefix, (all, start) => all.startsWith(start)) };
    },
  },
  isEmpty: {
    least: 1,
    most: 1,
    build: (parameters, span) => {
      const text = toText(at(parameters, 0));
      const compute: Compute<boolean> = (row) => {
        const outcome = text(row);
        return outcome instanceof RowFault ? outcome : outcome === null;
      };
      return { type: "flag", span, compute };
    },
  },
  and: { least: 2, most: 20, build: combineFlags(false) },
  or: { least: 2, most: 20, build: combineFlags(true) },
  not: {
    least: 1,
    most: 1,
    build: (parameters, span) => {
      return { type: "flag", span, compute: mapOne(toFlag(at(parameters, 0)), (isSo) => !isSo) };
    },
  },
  abs: {
    least: 1,
    most: 1,
    build: (parameters, span) => {
      const compute = mapOne(toNumber(at(parameters, 0)), (number) => {
        return number.units < 0n ? negateDecimal(number) : number;
      });
      return { type: "number", span, compute };
    },
  },
  round: {
    least: 1,
    most: 2,
    build: (parameters, span) => {
      const [, second] = parameters;
      const decimals: Compute<number> = second
        ? mapOne(toNumber(second), (number) => {
            const whole = toWhole(number);
            if (whole !== null && whole >= 0 && whole <= mostDecimals) return whole;
            return new RowFault(`Numbers are rounded to 0 to ${mostDecimals} decimals.`);
          })
        : () => 0;
      return { type: "number", span, compute: mapTwo(toNumber(at(parameters, 0)), decimals, roundDecimal) };
    },
  },
  number: {
    least: 1,
    most: 1,
    build: (parameters, span) => {
      const part = at(parameters, 0);
      if (part.type !== "text") return { type: "number", span, compute: toNumber(part) };
      return { type: "number", span, compute: mapOne(part.compute, parseNumberText) };
    },
  },
  addMinutes: {
    least: 2,
    most: 2,
    build: (parameters, span) => {
      const compute = mapTwo(toInstant(at(parameters, 0)), toNumber(at(parameters, 1)), (instant, minutes) => {
        const product = multiplyDecimals(minutes, msPerMinute);
        const ms = product && toWhole(roundDecimal(product, 0));
        const time = Date.parse(instant) + (ms ?? Number.NaN);
        const isUsual = time >= earliest && time < latest;
        return isUsual ? new Date(time).toISOString() : new RowFault("The date is outside the years 1900 to 2199.");
      });
      return { type: "instant", span, compute };
    },
  },
  date: {
    least: 1,
    most: 1,
    build: (parameters, span) => {
      const part = at(parameters, 0);
      if (part.type === "instant") return { type: "day", span, compute: mapOne(part.compute, dayOfInstant) };
      if (part.type === "text") return { type: "day", span, compute: mapOne(part.compute, parseDayText) };
      return { type: "day", span, compute: toDay(part) };
    },
  },
  dateTime: {
    least: 1,
    most: 1,
    build: (parameters, span) => {
      const part = at(parameters, 0);
      if (part.type === "text") return { type: "instant", span, compute: mapOne(part.compute, parseInstantText) };
      return { type: "instant", span, compute: toInstant(part) };
    },
  },
};

const byName = new Map(
  Object.entries(functions).map(([name, definition]) => [name.toLowerCase(), { name, ...definition }]),
);

/** The names of all functions. */
export const functionNames: readonly string[] = Object.keys(functions);

/** What a function makes of its parameters; undefined where there is no such function. */
export function findFunction(name: string): (Definition & { name: string }) | undefined {
  return byName.get(name.toLowerCase());
}
