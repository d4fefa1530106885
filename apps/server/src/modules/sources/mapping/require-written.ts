import type { SourceMapping, TargetField } from "@console/contracts";
import { ColumnProfiler, decideDates, decideDecimal } from "../../../connectors/cells/column-profile.ts";
import type { WordRowCounter } from "../../../connectors/cells/word-rows.ts";
import { type RawBatch, type RawRow, SourceProblem } from "../../../connectors/connector.ts";
import { profileSamples } from "./profile-samples.ts";
import { findOpenReturns } from "./return-questions.ts";
import { isUndoneDay, namesUndoneDays } from "./undone-words.ts";
import { inWholeAmounts } from "./whole-amounts.ts";

type Styles = NonNullable<SourceMapping["columnStyles"]>;
type Field = Pick<TargetField, "name" | "label" | "type">;

/**
 * The order of days in the columns that fill fields, as the first rows of a list or a query tell it. Where they leave
 * both orders open and nobody has chosen one, someone must.
 */
export function requireOrder(rows: readonly RawRow[], mapping: SourceMapping, fields: readonly Field[]): Styles {
  const columns = new Map(
    profileSamples([...new Set(rows.flatMap(({ values }) => Object.keys(values)))], rows).map((column) => [
      column.name,
      column,
    ]),
  );
  const styles: Styles = {};
  for (const { name, label, type } of fields) {
    const { from = "", dates } = mapping.fields[name] ?? {};
    const column = columns.get(from);
    if ((type !== "day" && type !== "instant") || !column || dates || mapping.columnStyles?.[from]?.dates) continue;
    const { style, isSure } = decideDates(column);
    if (!isSure) {
      const example = column.dates.either?.first.value ?? column.dates.dmy?.first.value ?? "";
      const words = `${label}: "${example}" in "${from}" can be day/month or month/day.`;
      throw new SourceProblem("config", `${words} Choose in the mapping how it is written.`);
    }
    if (style === "dmy" || style === "mdy" || style === "ymd") styles[from] = { dates: style };
  }
  return styles;
}

/**
 * The decimal signs of columns of texts that fill numbers, as a piece tells them. A piece without a number that has a
 * sign leaves it to the next one; where signs can be read in two ways and nobody has chosen, someone must.
 */
export function requireDecimals(
  { rows, texts }: Pick<RawBatch, "rows" | "texts">,
  mapping: SourceMapping,
  fields: readonly Field[],
  currency: string,
): Styles {
  const ofTexts = new Set(texts);
  const styles: Styles = {};
  for (const { name, label, type } of fields) {
    const { from = "", decimal } = mapping.fields[name] ?? {};
    const isNumber = type === "number" || type === "quantity" || type === "money";
    if (!isNumber || !ofTexts.has(from) || decimal || mapping.columnStyles?.[from]?.decimal) continue;
    const profiler = new ColumnProfiler(from, false);
    // Numbers tell nothing of how texts beside them are written.
    const ownTexts = rows.filter((row) => row.texts?.includes(from) ?? true);
    for (const { values, place } of ownTexts) profiler.add(values[from] ?? "", place);
    profiler.endFile();
    const [profile = profiler.finish()] = inWholeAmounts([profiler.finish()], mapping, { targets: fields, currency });
    const { point, comma, either } = profile.numbers;
    const { style, isSure } = decideDecimal(profile);
    if (!isSure) {
      const { value, place } = (either ?? comma ?? point)?.first ?? { value: "", place: "" };
      const words = `${label}: the sign in "${value}" (${place} of "${from}") can mark decimals or thousands.`;
      throw new SourceProblem("config", `${words} Choose in the mapping how it is written: 1,234.56 or 1.234,56.`);
    }
    if (point || comma) styles[from] = { decimal: style };
  }
  return styles;
}

/** Refuses rows that may be returns, or no sales, where nobody has said whether they are; what earlier pieces have shown counts too. */
export function requireReturns(rows: readonly RawRow[], mapping: SourceMapping, words: WordRowCounter): void {
  if (mapping.fact !== "sale_lines") return;
  words.watch(new Set(rows.flatMap(({ values }) => Object.keys(values))));
  for (const { values } of rows) words.add(values);
  const open = findOpenReturns(mapping, [...words.finish(), ...listDays(rows)]);
  if (open) throw new SourceProblem("config", open);
}

/** The columns of cancelled days with those of some rows. */
function listDays(rows: readonly RawRow[]) {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))].filter(namesUndoneDays);
  const days = names.map((name) => ({ name, days: rows.filter(({ values }) => isUndoneDay(values[name] ?? "")) }));
  return days.flatMap(({ name, days: [first, ...more] }) => {
    const example = { value: first?.values[name] ?? "", place: first?.place ?? "" };
    return first ? [{ name, dates: { iso: { rows: more.length + 1, first: example } } }] : [];
  });
}
