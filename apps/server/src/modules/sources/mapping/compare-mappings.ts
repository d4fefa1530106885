import type { FieldMapping, SourceMapping, TargetField } from "@console/contracts";
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

/** What differs between two mappings of one table. */
export function compareMappings(
  fields: readonly TargetField[],
  before: SourceMapping["fields"],
  after: SourceMapping["fields"],
): { values: ValueChange[]; fields: FieldChange[] } {
  const changes = fields.flatMap(({ name }) => fieldChange(name, before[name], after[name]));
  const refilled = new Set(changes.map(({ field }) => field));
  const values = fields
    .filter(({ name }) => !refilled.has(name) && after[name])
    .flatMap((field) => compareValues(field, before[field.name]?.values, after[field.name]?.values));
  return { values, fields: changes };
}

function fieldChange(field: string, old: FieldMapping | undefined, now: FieldMapping | undefined): FieldChange[] {
  const [before, after] = [fillWords(old), fillWords(now)];
  if (before === after) return [];
  return [{ field, before, after, change: before === null ? "filled" : after === null ? "emptied" : "changed" }];
}

/** What fills a field, in words; null where nothing does. */
export function fillWords({ from = "", constant = "", dates }: FieldMapping = {}): string | null {
  const always = constant === "" ? null : `the text “${constant}”`;
  if (from === "") return always;
  const column = dates ? `the column “${from}”, days as ${dates}` : `the column “${from}”`;
  return always === null ? column : `${column}, otherwise ${always}`;
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
      currencyDigits: 0,
      styles: new Map(),
    },
  );
  const said = record[field.name];
  return typeof said === "string" ? said.trim() : null;
}
