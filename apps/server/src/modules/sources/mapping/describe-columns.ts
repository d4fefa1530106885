import type { SourceColumn } from "@console/contracts";
import {
  type ColumnProfile,
  decideDates,
  decideDecimal,
  type Example,
  type Shapes,
} from "../../../connectors/cells/column-profile.ts";
import { usualFirstYear } from "../../../connectors/cells/read-date.ts";
import type { RawRow } from "../../../connectors/connector.ts";
import { countNoun } from "../count-noun.ts";
import { describeMonths } from "./read-times.ts";

const mostSamples = 3;
const longestSample = 120;
/** So many values tell what a column holds. */
const mostValues = 200;
const flagWords = /^(true|false|yes|no|y|n)$/i;

/** The columns of a source with what they hold, and how their numbers and days are written. */
export function describeColumns(
  profiles: readonly ColumnProfile[],
  rows: readonly Pick<RawRow, "values">[],
): SourceColumn[] {
  const samplesByColumn = new Map(profiles.map(({ name }) => [name, new Set<string>()]));
  for (const { values } of rows) {
    for (const [name, value] of Object.entries(values)) {
      const samples = samplesByColumn.get(name);
      if (samples && samples.size < mostValues && value.trim()) samples.add(value.trim());
    }
  }
  return profiles.map((profile) => {
    const values = [...(samplesByColumn.get(profile.name) ?? [])];
    return {
      name: profile.name,
      type: guessType(profile, values),
      samples: values.slice(0, mostSamples).map((value) => value.slice(0, longestSample)),
      filled: profile.filled,
      decimal: describeDecimal(profile),
      dates: describeDates(profile),
      months: describeMonths(profile, decideDates(profile).style),
    };
  });
}

function countRows(shapes: Shapes<string>, ...names: string[]): number {
  return names.reduce((sum, name) => sum + (shapes[name]?.rows ?? 0), 0);
}

function guessType(profile: ColumnProfile, values: readonly string[]): SourceColumn["type"] {
  const { filled, dates, numbers } = profile;
  if (filled === 0) return "empty";
  if (values.length > 0 && values.every((value) => flagWords.test(value))) return "flag";
  const days = countRows(dates, "dmy", "mdy", "either", "iso") + countRows(dates, "unix");
  const hasDigitsAlone = values.every((value) => /^\d+$/.test(value)) && countRows(dates, "unix") === 0;
  // One mistake in twenty does not make a text of a column of days.
  if (days >= filled * 0.95 && !hasDigitsAlone) {
    return values.some((value) => value.includes(":") || countRows(dates, "unix") > 0) ? "instant" : "day";
  }
  const isCounted = countRows(numbers, "point", "comma", "either", "plain") >= filled * 0.95;
  return isCounted && values.every((value) => /^[^\p{L}]*$/u.test(value)) ? "number" : "text";
}

function describeDecimal(profile: ColumnProfile): SourceColumn["decimal"] {
  const { numbers } = profile;
  const all = countRows(numbers, "point", "comma", "either", "plain");
  if (all === 0) return null;
  const { style, isSure } = decideDecimal(profile);
  const other = style === "point" ? "comma" : "point";
  return { style, isSure, evidence: wordDecimal(numbers, { style, other, isSure }) };
}

function wordDecimal(
  numbers: ColumnProfile["numbers"],
  { style, other, isSure }: { style: "point" | "comma"; other: "point" | "comma"; isSure: boolean },
): string {
  const [sure, against, either] = [countRows(numbers, style), countRows(numbers, other), countRows(numbers, "either")];
  if (sure + against === 0) {
    if (either === 0) return "No number has decimals or thousands.";
    const example = wordExample(numbers.either?.first);
    return isSure ? "Numbers have a decimal point." : `Such as ${example}: the sign may mark decimals or thousands.`;
  }
  if (against === 0)
    return `${countNoun(sure, "number")} can only have a decimal ${style}, such as ${wordExample(numbers[style]?.first)}.`;
  return `${sure.toLocaleString("en-US")} of ${countNoun(sure + against, "number")} can only have a decimal ${style}; ${wordExample(numbers[other]?.first)} can not.`;
}

const orders = { dmy: "day/month", mdy: "month/day" } as const;

function describeDates(profile: ColumnProfile): SourceColumn["dates"] {
  const { dates, shortYears } = profile;
  const all = countRows(dates, "dmy", "mdy", "either", "iso", "unix", "excel");
  if (all === 0) return null;
  const { style, isSure } = decideDates(profile);
  const years =
    shortYears > 0
      ? ` ${countNoun(shortYears, "year")} of two digits ${shortYears === 1 ? "is" : "are"} read as ${usualFirstYear} to ${usualFirstYear + 99}.`
      : "";
  return { style, isSure, evidence: `${wordDates(dates, style)}${years}`, shortYears };
}

function wordDates(dates: ColumnProfile["dates"], style: NonNullable<SourceColumn["dates"]>["style"]): string {
  if (style === "unix") return "Seconds or milliseconds since 1970.";
  if (style === "excel") return "Days as spreadsheets count them.";
  if (style === "ymd") {
    const example = wordExample((dates.dmy ?? dates.mdy ?? dates.either ?? dates.iso)?.first);
    return `The year comes first, such as ${example}: the last numbers differ as days do.`;
  }
  if (style !== "dmy" && style !== "mdy") return "Every day says which part is the month.";
  const other = style === "dmy" ? "mdy" : "dmy";
  const [sure, against, either] = [countRows(dates, style), countRows(dates, other), countRows(dates, "either")];
  if (sure + against === 0) {
    return `${countNoun(either, "day")}, such as ${wordExample(dates.either?.first)}, can be day/month or month/day.`;
  }
  if (against === 0)
    return `${countNoun(sure, "day")} can only be ${orders[style]}, such as ${wordExample(dates[style]?.first)}.`;
  return `${sure.toLocaleString("en-US")} of ${countNoun(sure + against, "day")} can only be ${orders[style]}; ${wordExample(dates[other]?.first)} can not.`;
}

function wordExample(example: Example | undefined): string {
  return example ? `"${example.value}"${example.place ? ` (${example.place})` : ""}` : "this";
}
