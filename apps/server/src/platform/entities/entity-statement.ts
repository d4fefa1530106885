import { type RawBuilder, sql } from "kysely";
import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import { columnForField, type Entity, type FieldSpec, requireTable, titleField } from "./entity.ts";

/** Which rows are meant, in the words of the contract. */
export type Narrowing = { search?: string | undefined; filter?: readonly string[] | undefined };

export type Sort = { by: string; dir: "asc" | "desc" };

/** What a field is read from. */
export function fieldExpression(name: string, { column }: FieldSpec): RawBuilder<unknown> {
  if (column !== undefined && typeof column !== "string") return column;
  return sql`${sql.ref(`r.${column ?? columnForField(name)}`)}`;
}

/** What a field is shown, sorted and searched by. */
export function readableExpression(name: string, spec: FieldSpec): RawBuilder<unknown> {
  return spec.refersTo?.title ?? fieldExpression(name, spec);
}

/** The column that tells rows apart. */
export function idColumn({ id = "id" }: Entity): RawBuilder<string> {
  return sql<string>`${sql.ref(`r.${id}`)}`;
}

/** What is read: the table alone, or with what is joined to it. */
export function entityRelation(entity: Entity): RawBuilder<unknown> {
  return entity.from ?? sql`${sql.table(requireTable(entity))} as r`;
}

/** All fields of a row, with its id and version. */
export function buildSelection(entity: Entity, isWhole: boolean): RawBuilder<unknown> {
  const parts = Object.entries(entity.fields)
    .filter(([name, { shown }]) => isWhole || (shown !== "detail" && shown !== "file") || name === entity.title)
    .flatMap(([name, spec]) => [
      sql`${fieldExpression(name, spec)} as ${sql.id(name)}`,
      ...(spec.refersTo ? [sql`${spec.refersTo.title} as ${sql.id(titleField(name))}`] : []),
    ]);
  const version = entity.canChange === false ? [] : [sql`r.version as version`];
  return sql.join([sql`${idColumn(entity)} as id`, ...version, ...parts]);
}

/** The rows that the caller may see at all. */
export function scopeCondition(context: Context, entity: Entity): RawBuilder<unknown>[] {
  const own = entity.scope?.(context) ?? null;
  return [...(entity.isOfTenant ? [sql`r.tenant_id = ${context.tenantId}`] : []), ...(own ? [own] : [])];
}

/** What must hold for a row to be meant. */
export function buildCondition(context: Context, entity: Entity, { search = "", filter = [] }: Narrowing) {
  const parts = [
    ...scopeCondition(context, entity),
    ...buildSearch(entity, search),
    ...filter.map((one) => buildFilter(entity, one)),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** Every word must be somewhere in the searched fields; or it is the id itself. */
function buildSearch(entity: Entity, search: string): RawBuilder<unknown>[] {
  refuseNul(search, "search");
  if (search === "") return [];
  const words = search.toLowerCase().split(/\s+/);
  const conditions = words.map((word) => sql`(${sql.join(searchedExpressions(entity, word), sql` or `)})`);
  return [sql`((${sql.join(conditions, sql` and `)}) or ${idColumn(entity)} = ${search})`];
}

/** Where a word can stand. */
function searchedExpressions(entity: Entity, word: string): RawBuilder<unknown>[] {
  const searched = Object.entries(entity.fields).filter(([, spec]) => spec.isSearched);
  const aside = searched.filter(([, { refersTo }]) => refersTo?.withTitle);
  const others = searched.filter((one) => !aside.includes(one)).map(([name, spec]) => readableExpression(name, spec));
  const { text, parts } = entity.searchColumns ?? {};
  const own = text ? sql`${sql.ref(`r.${text}`)}` : sql`lower(concat_ws(' ', ${sql.join(others)}))`;
  const threes = parts ? endTrigrams(word) : [];
  const inParts = parts && threes.length > 0 ? sql` and ${sql.ref(`r.${parts}`)} @> ${sql.val(threes)}::text[]` : sql``;
  return [
    sql`(strpos(${own}, ${word}) > 0${inParts})`,
    ...aside.map(([name, spec]) => {
      const ids = spec.refersTo?.withTitle?.(word) ?? sql``;
      // An array is looked up in an index; where the rows are read one by one anyway, a set is quicker.
      const expression = fieldExpression(name, spec);
      return threes.length > 0 ? sql`${expression} = any(array(${ids}))` : sql`${expression} in (${ids})`;
    }),
  ];
}

/** The first and the last three letters of a word: more would cost more to compare than they would leave out. */
function endTrigrams(word: string): string[] {
  const letters = [...word];
  if (letters.length < 3) return [];
  return [...new Set([letters.slice(0, 3).join(""), letters.slice(-3).join("")])];
}

function buildFilter(entity: Entity, filter: string): RawBuilder<unknown> {
  refuseNul(filter, "filter");
  const [name = "", ...rest] = filter.split(":");
  const spec = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (!spec?.isFilter)
    throw unknown(
      "filter",
      name,
      fieldNames(entity, (field) => field.isFilter === true),
    );
  const text = rest.join(":");
  const expression = fieldExpression(name, spec);
  if (text === "none")
    return spec.type === "choices" ? sql`cardinality(${expression}) = 0` : sql`${expression} is null`;
  if (spec.type === "instant" || spec.type === "day" || spec.type === "count") {
    return compared(expression, spec, name, text);
  }
  if (spec.type === "flag") return sql`${expression} = ${text === "yes" || text === "true"}`;
  if (spec.type === "text" && text.startsWith("~")) {
    return sql`strpos(lower(${readableExpression(name, spec)}), ${decoded(text.slice(1)).toLowerCase()}) > 0`;
  }
  const values = text.split(",").map(decoded);
  const choices = spec.choices;
  const foreign = choices ? values.find((one) => !Object.hasOwn(choices, one)) : undefined;
  if (choices && foreign !== undefined) throw unknown(`filter ${name}`, foreign, Object.keys(choices));
  if (spec.type === "choices") return sql`${expression} && ${sql.val(values)}::text[]`;
  return sql`${expression} = any(${sql.val(values)}::text[])`;
}

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text);
    refuseNul(plain, "filter");
    return plain;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return text;
  }
}

function compared(expression: RawBuilder<unknown>, { type }: FieldSpec, name: string, comparison: string) {
  const [since, until] = type === "instant" ? comparison.split("..") : [];
  if (since && until && [since, until].every(isInstantText)) {
    return sql`${expression} >= ${since}::timestamptz and ${expression} < ${until}::timestamptz`;
  }
  const [, sign = "", text = ""] = /^([<>])(.*)$/.exec(comparison) ?? [];
  const isRight = type === "count" ? /^\d{1,15}$/.test(text) : isInstantText(text);
  if (sign === "" || !isRight) {
    const example = type === "count" ? "<10" : "<2026-01-31";
    throw new AppError("invalid_input", `Write the filter ${name} as ${name}:${example}.`, {
      fields: { filter: `Use < or > and a ${type === "count" ? "number" : "day"}.` },
    });
  }
  const value = type === "count" ? sql`${text}::bigint` : sql`${text}::timestamptz`;
  return sign === "<" ? sql`${expression} < ${value}` : sql`${expression} > ${value}`;
}

function isInstantText(text: string): boolean {
  return !Number.isNaN(Date.parse(text)) && text.length <= 40;
}

/** The order that is asked for, or the usual one. */
export function buildSort(entity: Entity, input: string | undefined): Sort {
  if (input === undefined) return entity.sort ?? { by: entity.title, dir: "asc" };
  const by = input.replace(/^-/, "");
  const spec = Object.hasOwn(entity.fields, by) ? entity.fields[by] : undefined;
  if (!spec || !canSort(spec)) throw unknown("sort", by, fieldNames(entity, canSort));
  return { by, dir: input.startsWith("-") ? "desc" : "asc" };
}

/** Whether rows can be ordered by a field. */
export function canSort({ type, isSortable, present }: Pick<FieldSpec, "type" | "isSortable" | "present">): boolean {
  if (present || isSortable === false) return false;
  return !["lines", "attributes", "picture", "choices", "changes"].includes(type);
}

function fieldNames(entity: Entity, isMeant: (spec: FieldSpec) => boolean): string[] {
  return Object.keys(entity.fields).filter((name) => {
    const spec = entity.fields[name];
    return spec !== undefined && isMeant(spec);
  });
}

function unknown(where: string, input: string, choices: readonly string[]): AppError {
  const field = where.split(" ")[0] ?? where;
  return new AppError("invalid_input", `"${input.slice(0, 60)}" cannot be used as ${where}.`, {
    fields: { [field]: `Use one of: ${choices.join(", ")}.` },
  });
}

function refuseNul(text: string, field: string): void {
  if (!text.includes("\0")) return;
  throw new AppError("invalid_input", "Texts cannot contain the NUL character.", {
    fields: { [field]: "Remove the NUL character." },
  });
}
