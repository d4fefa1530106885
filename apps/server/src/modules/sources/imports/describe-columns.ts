import type { FileColumn } from "@console/contracts";
import type { FileRow } from "../../../connectors/file/index.ts";
import { findStyle, readDay, readInstant } from "../mapping/read-date.ts";
import { readNumber } from "../mapping/read-number.ts";

const mostSamples = 3;
const longestSample = 120;
const flagWords = /^(true|false|yes|no|y|n)$/i;

/** The columns of a file with what they hold, as their first rows show it. */
export function describeColumns(columns: readonly string[], rows: readonly FileRow[]): FileColumn[] {
  return columns.map((name) => {
    const filled = rows.flatMap(({ values, problem }) => (problem === null ? (values[name]?.trim() ?? "") : ""));
    const values = [...new Set(filled.filter(Boolean))];
    return {
      ...{ name, type: typeOf(values) },
      samples: values.slice(0, mostSamples).map((value) => value.slice(0, longestSample)),
    };
  });
}

function typeOf(values: readonly string[]): FileColumn["type"] {
  if (values.length === 0) return "empty";
  if (values.every((value) => flagWords.test(value))) return "flag";
  const { style } = findStyle(values);
  const isDate =
    style === "unix" || values.every((value) => /\D/.test(value) && readInstant(value, style, "UTC") !== null);
  if (isDate) return values.every((value) => isDayOnly(value, style)) ? "day" : "instant";
  return values.every((value) => /^[^\p{L}]*$/u.test(value) && readNumber(value) !== null) ? "number" : "text";
}

function isDayOnly(value: string, style: ReturnType<typeof findStyle>["style"]): boolean {
  return style !== "unix" && !value.includes(":") && readDay(value, style, "UTC") !== null;
}
