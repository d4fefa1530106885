import type { EntityRow } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { Context } from "../context.ts";
import { foreignCursor, readCursor, writeCursor } from "../db/cursor.ts";
import { AppError } from "../errors.ts";
import { cachedListing, clearListings } from "./cached-listings.ts";
import type { Entity } from "./entity.ts";
import {
  buildCondition,
  buildSelection,
  buildSort,
  entityRelation,
  idColumn,
  type Narrowing,
  readableExpression,
  type Sort,
  scopeCondition,
} from "./entity-statement.ts";

type ListInput = Narrowing & {
  sort?: string | undefined;
  cursor?: string | undefined;
  limit: number;
  /** With all fields, also those that are shown for one row alone. */
  isWhole?: boolean;
};

/** A page of rows in the order that is asked for; the first one also says how many match in all. */
export async function listRows(context: Context, entity: Entity, input: ListInput) {
  const sort = buildSort(entity, input.sort);
  const after = input.cursor === undefined ? null : readCursor(input.cursor, 2);
  if (input.cursor !== undefined && after === null) throw foreignCursor();
  const range = { ...input, sort, after, limit: input.limit + 1, isWhole: input.isWhole ?? false };
  const { rows, total } = await pageAndTotal(context, entity, range);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const next = rows.length > input.limit && last ? writeCursor([last.place, String(last.row.id)]) : null;
  return { items: page.map(({ row }) => row), next, total };
}

async function pageAndTotal(context: Context, entity: Entity, page: Page): Promise<Counted> {
  if (needsFullScan(entity, page)) return pageFromAllIds(context, entity, page);
  const rows = await toPage(context, entity, page);
  if (page.after !== null) return { rows, total: null };
  return { rows, total: rows.length < page.limit ? rows.length : await countRows(context, entity, page) };
}

/** No index leads to these rows one after the other: all of them are found once, for the pages and for the count. */
function needsFullScan(entity: Entity, page: Page): boolean {
  return isComputed(entity, page.sort.by) || Boolean(page.search) || asksComputed(entity, page);
}

/** Every matching row, a page at a time. */
export async function* walkRows(
  context: Context,
  entity: Entity,
  { sort: sortInput, ...narrowing }: Narrowing & { sort?: string | undefined },
): AsyncGenerator<EntityRow[], void> {
  const sort = buildSort(entity, sortInput);
  let after: (string | null)[] | null = null;
  for (;;) {
    const rows = await toPage(context, entity, { ...narrowing, sort, after, limit: 1000, isWhole: true });
    yield rows.map(({ row }) => row);
    const last = rows.at(-1);
    if (rows.length < 1000 || !last) return;
    after = [last.place, String(last.row.id)];
  }
}

/** How many rows match. */
export async function countRows(context: Context, entity: Entity, narrowing: Narrowing): Promise<number> {
  const counting = sql<{ total: string }>`select count(*) as total from ${entityRelation(entity)}
    where ${buildCondition(context, entity, narrowing)}`;
  const { sql: text, parameters } = counting.compile(context.db);
  return cachedListing(context, entity.name, JSON.stringify([text, parameters]), {
    read: async () => Number((await counting.execute(context.db)).rows[0]?.total ?? 0),
    countRows: (total) => total,
  });
}

/** One row with all its fields; one that the caller may not see is not there. */
export async function findRow(context: Context, entity: Entity, id: string): Promise<EntityRow | null> {
  if (id.includes("\0")) return null;
  const where = sql.join([sql`${idColumn(entity)} = ${id}`, ...scopeCondition(context, entity)], sql` and `);
  const { rows } = await sql<RawRow>`select ${buildSelection(entity, true)} from ${entityRelation(entity)}
    where ${where}`.execute(context.db);
  return rows[0] ? toRow(entity, rows[0]) : null;
}

/** One row, or the answer that there is none. */
export async function requireRow(context: Context, entity: Entity, id: string): Promise<EntityRow> {
  const row = await findRow(context, entity, id);
  if (!row) throw new AppError("not_found", entity.goneWords ?? `There is no such ${entity.one.toLowerCase()}.`);
  return row;
}

type RawRow = Record<string, unknown>;
type Place = { row: EntityRow; place: string | null };
type Counted = { rows: Place[]; total: number | null };
type Page = Narrowing & { sort: Sort; after: (string | null)[] | null; limit: number; isWhole: boolean };

/** Rows without a value stand last, whichever way the others go. Each part walks an index of its own. */
async function toPage(context: Context, entity: Entity, page: Page): Promise<Place[]> {
  const [value, id] = page.after ?? [];
  const isAmongEmpty = page.after !== null && value === null;
  const rows = isAmongEmpty ? [] : await selectPart(context, entity, page, afterValue(entity, page, value, id));
  if (rows.length >= page.limit || entity.fields[page.sort.by]?.isNeverEmpty) return rows;
  const key = sortExpression(entity, page.sort);
  const empty = isAmongEmpty ? sql`${key} is null and ${idColumn(entity)} > ${id ?? ""}` : sql`${key} is null`;
  const rest = await selectPart(context, entity, { ...page, limit: page.limit - rows.length }, empty, true);
  return [...rows, ...rest];
}

/** So many of the matching rows are cached by their positions; whoever leafs beyond them waits for each page. */
const mostPlaces = 2000;

type RowPosition = { row_id: string; place: string | null };

/** A page of rows that must all be looked at anyway, and how many they are. */
async function pageFromAllIds(context: Context, entity: Entity, page: Page, isFresh = false): Promise<Counted> {
  const { places: positions, total } = await findAllIds(context, entity, page);
  const [, lastId] = page.after ?? [];
  const begin = page.after === null ? 0 : positions.findIndex((one) => one.row_id === lastId) + 1;
  const range = positions.slice(begin, begin + page.limit);
  // The row that the page before ended with has left since, or there are more than are cached.
  const isBeyond = page.after !== null && (begin === 0 || (range.length < page.limit && positions.length < total));
  if (isBeyond) return { rows: await toPage(context, entity, page), total: null };
  // What is cached may be seconds old: whether the caller may see a row and whether it matches is asked of the row itself.
  const { rows } = await sql<RawRow & { id: string }>`select ${buildSelection(entity, page.isWhole)}
    from ${entityRelation(entity)}
    where ${idColumn(entity)} = any(${sql.val(range.map((one) => one.row_id))}::text[])
      and ${buildCondition(context, entity, page)}`.execute(context.db);
  if (rows.length < range.length && !isFresh) {
    clearListings(context, entity.name);
    return pageFromAllIds(context, entity, page, true);
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const places = range.flatMap(({ row_id, place }) => {
    const row = byId.get(row_id);
    return row ? [{ row: toRow(entity, row), place }] : [];
  });
  return { rows: places, total: page.after === null ? total : null };
}

/** The ids of the rows that match, in their order, and how many they are. */
async function findAllIds(context: Context, entity: Entity, page: Page) {
  const dir = page.sort.dir === "asc" ? sql`asc` : sql`desc`;
  const finding = sql<RowPosition & { total: string }>`
    with matches as materialized (select ${idColumn(entity)} as row_id, ${sortExpression(entity, page.sort)} as place
      from ${entityRelation(entity)} where ${buildCondition(context, entity, page)})
    select row_id, place::text as place, (select count(*) from matches) as total from matches
    order by matches.place ${dir} nulls last, case when matches.place is null then row_id end, row_id ${dir}
    limit ${mostPlaces}`;
  const { sql: text, parameters } = finding.compile(context.db);
  return cachedListing(context, entity.name, JSON.stringify([text, parameters]), {
    read: async () => {
      const places = (await finding.execute(context.db)).rows;
      return { places, total: Number(places[0]?.total ?? 0) };
    },
    countRows: ({ total }) => total,
  });
}

function afterValue(
  entity: Entity,
  { sort, after }: Page,
  value: string | null | undefined,
  id: string | null | undefined,
) {
  const key = sortExpression(entity, sort);
  const { refersTo } = entity.fields[sort.by] ?? {};
  if (after === null) return sql`${key} is not null`;
  const from = typed(entity, sort, value ?? "");
  const sign = sort.dir === "asc" ? sql`>` : sql`<`;
  const isBehind = sql`(${key}, ${idColumn(entity)}) ${sign} (${from}, ${id ?? ""})`;
  // The title is another table's: only on its own can it be found there by an index.
  return refersTo ? sql`${key} ${sign}= ${from} and ${isBehind}` : isBehind;
}

async function selectPart(
  context: Context,
  entity: Entity,
  page: Page,
  where: RawBuilder<unknown>,
  isEmptyPart = false,
): Promise<Place[]> {
  const key = sortExpression(entity, page.sort);
  const dir = page.sort.dir === "asc" ? sql`asc` : sql`desc`;
  const order = isEmptyPart ? sql`${idColumn(entity)}` : sql`${key} ${dir}, ${idColumn(entity)} ${dir}`;
  const { rows } = await sql<RawRow & { sort_place: unknown }>`
    select ${buildSelection(entity, page.isWhole)}, ${sortKey(entity, page.sort)} as sort_place
    from ${entityRelation(entity)}
    where ${buildCondition(context, entity, page)} and ${where}
    order by ${order} limit ${page.limit}`
    .execute(context.db)
    .catch((error: unknown) => {
      // A place of the wrong kind, such as a text where a time belongs, is none that a page gave.
      if (error instanceof Error && "code" in error && /^22/.test(String(error.code))) throw foreignCursor();
      throw error;
    });
  return rows.map(({ sort_place, ...row }) => ({
    row: toRow(entity, row),
    place: sort_place === null ? null : String(sort_place),
  }));
}

function asksComputed(entity: Entity, { filter = [] }: Narrowing): boolean {
  return filter.some((one) => isComputed(entity, one.split(":")[0] ?? ""));
}

/** Whether a field is something that no index holds. */
function isComputed({ fields }: Entity, name: string): boolean {
  const { column, refersTo } = fields[name] ?? {};
  return column !== undefined && typeof column !== "string" && !refersTo;
}

function sortExpression(entity: Entity, { by }: Sort): RawBuilder<unknown> {
  const spec = entity.fields[by];
  if (!spec) throw new Error(`The entity ${entity.name} has no field ${by}.`);
  return readableExpression(by, spec);
}

/** The value of the sorted field as a text that is read back exactly. */
function sortKey(entity: Entity, sort: Sort): RawBuilder<unknown> {
  return sql`(${sortExpression(entity, sort)})::text`;
}

function typed(entity: Entity, { by }: Sort, value: string): RawBuilder<unknown> {
  switch (entity.fields[by]?.type) {
    case "instant":
      return sql`${value}::timestamptz`;
    case "day":
      return sql`${value}::date`;
    case "count":
      return sql`${value}::bigint`;
    case "flag":
      return sql`${value}::boolean`;
    default:
      return sql`${value}::text`;
  }
}

/** A row as it goes over the wire. */
function toRow({ fields }: Entity, raw: RawRow): EntityRow {
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const present = Object.hasOwn(fields, name) ? fields[name]?.present : undefined;
      if (present) return [name, present(value)];
      return [name, value instanceof Date ? value.toISOString() : value];
    }),
  ) as EntityRow;
}
