import type { MappingImpact } from "@console/contracts";
import { type FormatChoices, formatNumber } from "@console/figures/format";

type Counting = (rows: number) => string;

const mostValues = 20;

/** What another mapping would do, a sentence for each change; every number in them was counted. */
export function impactLines(impact: MappingImpact, formats: FormatChoices): string[] {
  const { values } = impact;
  const number = (count: number) => formatNumber(count, formats);
  const rows: Counting = (count) => (count === 1 ? "1 row" : `${number(count)} rows`);
  const more = values.length - mostValues;
  return [
    ...tableLines(impact, rows),
    ...values.slice(0, mostValues).map((value) => valueLine(value, rows)),
    ...(more > 0 ? [`${number(more)} more ${more === 1 ? "value" : "values"} will get another name.`] : []),
    ...impact.fields.map((field) => fieldLine(field, rows)),
    ...rejectLines(impact.rejects, number),
    ...reportLines(impact),
  ];
}

function tableLines({ table, left, hasOtherKeys }: MappingImpact, rows: Counting): string[] {
  if (!table) return ["Columns will be matched by name when the source is read."];
  const moved = left.map(
    (one) =>
      `${rows(one.rows)} of this connection ${one.rows === 1 ? "is" : "are"} in ${one.label} and will stay there.`,
  );
  if (!hasOtherKeys) return moved;
  const stored = table.rows === 1 ? "the 1 row that is stored is" : `the ${rows(table.rows)} that are stored are`;
  return [...moved, `The row key changes: ${stored} not recognised and will be imported again.`];
}

function valueLine(value: MappingImpact["values"][number], rows: Counting): string {
  const { label, before, after, movesAll } = value;
  const then = after === null ? "be rejected" : after === "" ? "say nothing" : `say ${after}`;
  if (before === null) return `${label}: rows with “${value.value}” are rejected now; read again, they will ${then}.`;
  const named = `those that the source calls “${value.value}” will ${then}`;
  if (value.rows === 0) return `${label}: no row says ${before || "nothing"} now; ${named}.`;
  const now = `${rows(value.rows)} now ${value.rows === 1 ? "says" : "say"} ${before}`;
  return `${label}: ${now}; read again, ${movesAll ? `${value.rows === 1 ? "it" : "they"} will ${then}` : named}.`;
}

function fieldLine({ label, change, before, after, rows: count }: MappingImpact["fields"][number], rows: Counting) {
  const hold = count === 0 ? "no row holds" : `${rows(count)} ${count === 1 ? "holds" : "hold"}`;
  if (change === "emptied") {
    const outcome = count === 0 ? `${hold} a value` : `${hold} a value and ${count === 1 ? "keeps" : "keep"} it`;
    return `${label} will no longer be filled; ${outcome}.`;
  }
  const instead = before === null || change === "filled" ? "" : ` instead of ${before}`;
  return `${label} will be filled by ${after}${instead}; ${hold} a value now.`;
}

function rejectLines(rejects: MappingImpact["rejects"], number: Counting): string[] {
  if (!rejects || rejects.open === 0) return [];
  const { open, tried, taken } = rejects;
  const of = tried < open ? `the first ${number(tried)} of ${number(open)}` : `${number(open)}`;
  return [
    `${taken === 0 ? "None" : number(taken)} of ${of} rejected ${open === 1 ? "row" : "rows"} would be imported.`,
  ];
}

function reportLines({ table, left, reports }: MappingImpact): string[] {
  if (reports.length === 0) return [];
  const shown = table?.label ?? left[0]?.label ?? "this table";
  const titles = reports.map(({ title }) => title).join(", ");
  return [`${reports.length === 1 ? "1 report shows" : `${reports.length} reports show`} ${shown}: ${titles}.`];
}
