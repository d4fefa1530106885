import type { ComputedColumn, FieldMapping, SourceMapping, TargetField } from "@console/contracts";
import { checkColumns, unknownColumns } from "../computed/compile-columns.ts";
import { mapRow } from "./map-row.ts";

/** A value of the source that another mapping calls otherwise; null is a value that rows are rejected for. */
export type ValueChange = {
  field: string;
  value: string;
  before: string | null;
  after: string | null;
  /** All rows that say `before` will change, as far as the mappings tell. */
  movesAll: boolean;
};

/** A field that another mapping fills otherwise, with what fills it in words. */
export type FieldChange = {
  field: string;
  change: "filled" | "emptied" | "changed";
  before: string | null;
  after: string | null;
};

type Values = Readonly<Record<string, string>>;

type FilledFields = Pick<SourceMapping, "fields" | "computed">;

/** What differs between two mappings of one table. */
export function compareMappings(
  fields: readonly TargetField[],
  before: FilledFields,
  after: FilledFields,
): { values: ValueChange[]; fields: FieldChange[] } {
  const changes = fields.flatMap(({ name }) => compareField(name, fillWords(before, name), fillWords(after, name)));
  const refilled = new Set(changes.map(({ field }) => field));
  const values = fields
    .filter(({ name }) => !refilled.has(name) && after.fields[name])
    .flatMap((field) => compareValues(field, before.fields[field.name]?.values, after.fields[field.name]?.values));
  return { values, fields: changes };
}

function compareField(field: string, before: string | null, after: string | null): FieldChange[] {
  if (before === after) return [];
  return [{ field, before, after, change: before === null ? "filled" : after === null ? "emptied" : "changed" }];
}

/** What fills a field, in words; null where nothing does. */
export function fillWords({ fields, computed }: FilledFields, field: string): string | null {
  const { from = "", constant = "", dates }: FieldMapping = fields[field] ?? {};
  const always = constant === "" ? null : `the text “${constant}”`;
  if (from === "") return always;
  const formula = describeFormula(computed ?? [], from);
  const name = formula === null ? `the column “${from}”` : `the computed column “${from}”, ${formula}`;
  const column = dates && formula === null ? `${name}, days as ${dates}` : name;
  return always === null ? column : `${column}, otherwise ${always}`;
}

/** How a column is computed, with the computed columns that it uses; null where it is one of the source. */
function describeFormula(computed: readonly ComputedColumn[], column: string): string | null {
  const place = computed.findIndex(({ name }) => name === column);
  const [own] = computed.slice(place, place + 1);
  if (place < 0 || !own) return null;
  const uses = checkColumns(computed.slice(0, place + 1), unknownColumns).at(-1)?.compiled?.uses ?? [];
  const others = uses.map((name) => `${name} is ${describeFormula(computed.slice(0, place), name)}`);
  return others.length === 0 ? own.expression : `${own.expression}, where ${others.join(" and ")}`;
}

/** The values of a field that names members or choices and that are called otherwise. */
export function compareValues(field: TargetField, old: Values = {}, now: Values = {}): ValueChange[] {
  if (field.type !== "member" && field.type !== "choice") return [];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((value): ValueChange[] => {
    const [before, after] = [nameForValue(field, old, value), nameForValue(field, now, value)];
    if (before === after) return [];
    // The source may also use our own word for it.
    const same = [...names, ...(before === null ? [] : [before])].filter(
      (one) => nameForValue(field, old, one) === before,
    );
    const movesAll = same.every((one) => nameForValue(field, now, one) === after);
    return [{ field: field.name, value, before, after, movesAll }];
  });
}

/** What rows with a value say in a field; null where they are rejected. */
function nameForValue(field: TargetField, values: Values, value: string): string | null {
  const { record } = mapRow(
    { values: { value } },
    {
      mapping: { fact: "", fields: { [field.name]: { from: "value", values } } },
      fields: [field],
      timeZone: "UTC",
      currency: "USD",
      styles: new Map(),
      computed: [],
    },
  );
  const said = record[field.name];
  return typeof said === "string" ? said.trim() : null;
}
