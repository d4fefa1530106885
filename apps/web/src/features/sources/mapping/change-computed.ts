import type { ComputedColumn, SourceMapping } from "@console/contracts";

/** The mapping with one more computed column, or another one in its place; fields that it fills follow its name. */
export function putComputed(mapping: SourceMapping, place: number, column: ComputedColumn): SourceMapping {
  const computed = [...(mapping.computed ?? [])];
  const before = computed[place]?.name;
  computed[place] = column;
  const fields = Object.entries(mapping.fields).map(([name, field]) => {
    const isRenamed = before !== undefined && field.from === before;
    return [name, isRenamed ? { ...field, from: column.name } : field] as const;
  });
  return { ...mapping, fields: Object.fromEntries(fields), computed };
}

/** The mapping with a computed column that fills a field. */
export function withComputed(mapping: SourceMapping, field: string, column: ComputedColumn): SourceMapping {
  const others = (mapping.computed ?? []).filter(({ name }) => name !== column.name);
  const fields = { ...mapping.fields, [field]: { ...mapping.fields[field], from: column.name } };
  return { ...mapping, fields, computed: [...others, column] };
}

/** The mapping without a computed column, and without the fields that it filled. */
export function removeComputed(mapping: SourceMapping, place: number): SourceMapping {
  const name = mapping.computed?.[place]?.name;
  const fields = Object.entries(mapping.fields).filter(([, { from }]) => from === undefined || from !== name);
  const computed = mapping.computed?.filter((_, index) => index !== place) ?? [];
  return { ...mapping, fields: Object.fromEntries(fields), computed };
}

/** A column as expressions name it. */
export function toReference(column: string): string {
  return `[${column.replaceAll("]", "]]")}]`;
}

/** The columns that expressions name. */
export function findReferences(expressions: readonly string[], columns: readonly string[]): string[] {
  return columns.filter((column) => expressions.some((expression) => expression.includes(toReference(column))));
}

/** The columns of a source that fill no field, are no part of a key, and nothing is computed from. */
export function listUnused(columns: readonly { name: string }[], mapping: SourceMapping): string[] {
  const columnNames = columns.map(({ name }) => name);
  const expressions = (mapping.computed ?? []).map(({ expression }) => expression);
  const used = new Set([
    ...Object.values(mapping.fields).map(({ from }) => from),
    ...(mapping.keyColumns ?? []),
    ...findReferences(expressions, columnNames),
  ]);
  return columnNames.filter((name) => !used.has(name));
}
