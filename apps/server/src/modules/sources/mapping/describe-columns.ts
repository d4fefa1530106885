import type { SourceColumn } from "@console/contracts";
import type { RawRow } from "../../../connectors/connector.ts";
import { findStyle, readDay, readInstant } from "./read-date.ts";
import { readNumber } from "./read-number.ts";

const mostSamples = 3;
const longestSample = 120;
/** So many values tell what a column holds. */
const mostValues = 200;
const flagWords = /^(true|false|yes|no|y|n)$/i;

/** The columns of a source with what they hold, as some of its rows show it. */
export function describeColumns(columns: readonly string[], rows: readonly Pick<RawRow, "values">[]): SourceColumn[] {
  const samplesByColumn = new Map(columns.map((name) => [name, new Set<string>()]));
  for (const { values } of rows) {
    for (const [name, value] of Object.entries(values)) {
      const samples = samplesByColumn.get(name);
      if (samples && samples.size < mostValues && value.trim()) samples.add(value.trim());
    }
  }
  return [...samplesByColumn].map(([name, samples]) => {
    const values = [...samples];
    const { style } = findStyle(values);
    return {
      name,
      type: guessType(values),
      samples: values.slice(0, mostSamples).map((value) => value.slice(0, longestSample)),
      ...(style !== "iso" && { dates: style }),
    };
  });
}

function guessType(values: readonly string[]): SourceColumn["type"] {
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
