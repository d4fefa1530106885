import pg from "pg";
import { type RawBatch, type RawRow, type SourceInput, SourceProblem, type TestOutcome } from "../connector.ts";
import { batchLimits, limits } from "../file/index.ts";
import type { PlainInput } from "../reading/reading-task.ts";
import { findWriteRights } from "./find-write-rights.ts";
import { openClient, type ReadOnlyClient, rowsPerFetch, type SqlSettings, type TextRow } from "./open-client.ts";

type Days = NonNullable<SourceInput["range"]>;
type Cursor = { last: string | null; read: number };

/** The first page shows how large rows are; later ones have as many as fit into a piece. */
const firstPage = 200;
const cursorName = "source_cursor_text";

/** Asks a query of another PostgreSQL what it would give, and whether its user can do more than read. */
export async function testQuery(input: PlainInput): Promise<TestOutcome> {
  return withClient(input, async (client) => {
    const fields = await describeColumns(client);
    if (!fields.some(({ name }) => name === client.settings.cursorColumn)) {
      throw new SourceProblem("config", `The query has no column "${client.settings.cursorColumn}".`);
    }
    const message = `The query can be read; it has ${fields.length} columns.`;
    return { message, warning: await findWriteRights(client) };
  });
}

/**
 * Reads a query of another PostgreSQL, after the last row that was read. Rows that share the value of the cursor column
 * come in one page, so that none of them is left out between two. The cursor moves with the last piece of a page.
 */
export async function* readQuery(input: PlainInput): AsyncGenerator<RawBatch, void> {
  let cursor = (input.cursor as Cursor | null) ?? { last: null, read: 0 };
  const { range } = input;
  const days = range ? await withClient(input, (client) => sortableDays(client, range)) : null;
  for (let pageRows = firstPage; ; ) {
    const page: PageState = { rows: 0, characters: 0, last: null, texts: [] };
    const start = cursor;
    const client = await openClient(input);
    try {
      await declarePage(client, { last: start.last, days, pageRows });
      for await (const rows of fetchPieces(client, page, start.read)) {
        if (page.last !== null) cursor = { last: page.last, read: start.read + page.rows };
        yield { rows, texts: page.texts, total: null, note: `Reading after ${cursor.last ?? "the beginning"}`, cursor };
      }
    } finally {
      await client.close();
    }
    if (page.rows < pageRows) return;
    pageRows = rowsThatFit(page);
  }
}

type PageState = {
  rows: number;
  characters: number;
  /** The value of the cursor column in the last row, once the page has come whole. */
  last: string | null;
  /** The columns that the other database does not keep as numbers. */
  texts: string[];
};

function rowsThatFit({ rows, characters }: PageState): number {
  const fitting = Math.floor((batchLimits.characters * rows) / Math.max(1, characters));
  return Math.max(1, Math.min(batchLimits.rows, fitting));
}

async function declarePage(
  { query, settings }: ReadOnlyClient,
  { last, days, pageRows }: { last: string | null; days: Days | null; pageRows: number },
): Promise<void> {
  const column = `source.${pg.escapeIdentifier(settings.cursorColumn)}`;
  const values = [...(days ? [days.from, days.to] : []), ...(last === null ? [] : [last])];
  await query(
    `declare source_rows no scroll cursor for
      select source.*, ${column}::text as ${cursorName} from ${subquery(settings)}
      where ${column} is not null ${days ? `and (${days.columns.map(isNear).join(" or ")})` : ""}
        ${last === null ? "" : `and ${column} > $${values.length}`} order by ${column}
      fetch first ${pageRows} rows with ties`,
    values,
  );
}

/** The rows of a page in pieces that are neither many nor large; the last of them comes once the page is known to be whole. */
async function* fetchPieces(
  { query }: ReadOnlyClient,
  page: PageState,
  before: number,
): AsyncGenerator<RawRow[], void> {
  let rows: RawRow[] = [];
  let [characters, last] = [0, ""];
  for (;;) {
    const { rows: fetched, fields } = await query(`fetch forward ${rowsPerFetch} from source_rows`);
    page.texts = fields.filter(({ dataTypeID }) => !numberTypes.includes(dataTypeID)).map(({ name }) => name);
    for (const { [cursorName]: value, ...columns } of fetched) {
      if (characters >= batchLimits.characters || rows.length >= batchLimits.rows) {
        yield rows;
        [rows, characters] = [[], 0];
      }
      last = value ?? "";
      page.rows++;
      const { values, size } = filledValues(columns);
      rows.push({ place: `row ${before + page.rows}`, values });
      characters += size;
      page.characters += size;
    }
    if (fetched.length < rowsPerFetch) break;
  }
  if (rows.length === 0) return;
  page.last = last;
  yield rows;
}

function filledValues(row: TextRow): { values: Record<string, string>; size: number } {
  const values: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === "") continue;
    if (value.length > limits.cell) {
      const column = pg.escapeIdentifier(name);
      throw new SourceProblem(
        "config",
        `The column ${column} holds a value of more than 100,000 characters. Leave it out, or cut it with left(${column}, 1000).`,
      );
    }
    values[name] = value;
    size += value.length;
  }
  return { values, size };
}

/** What PostgreSQL calls its types of days and instants, and those of numbers, which it writes with a point. */
const dayTypes = [1082, 1114, 1184];
const numberTypes = [20, 21, 23, 700, 701, 1700];

/** The days that the other database can sort out itself, by columns of its own that hold days; the others come along. */
async function sortableDays(client: ReadOnlyClient, range: Days): Promise<Days | null> {
  if (range.columns.length === 0) return null;
  const fields = await describeColumns(client);
  const isOfDays = (column: string) =>
    fields.some(({ name, dataTypeID }) => name === column && dayTypes.includes(dataTypeID));
  return range.columns.every(isOfDays) ? range : null;
}

async function describeColumns({ query, settings }: ReadOnlyClient): Promise<pg.FieldDef[]> {
  const { fields } = await query(`select * from ${subquery(settings)} limit 0`);
  if (fields.length <= limits.columns) return fields;
  throw new SourceProblem("config", "The query has more than 1,000 columns. Leave some out.");
}

/** Its clocks may be in any zone: which rows are of the days is told for certain when they are read. */
function isNear(name: string): string {
  const column = `source.${pg.escapeIdentifier(name)}`;
  return `${column} >= $1::date - 2 and ${column} < $2::date + 3`;
}

/** The query as a part of another; its last line may be a comment. */
function subquery({ query }: SqlSettings): string {
  return `(${query}\n) source`;
}

async function withClient<Result>(
  input: PlainInput,
  work: (client: ReadOnlyClient) => Promise<Result>,
): Promise<Result> {
  const client = await openClient(input);
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}
