import { type ConnectionSettings, connectionSettings } from "@console/contracts";
import pg from "pg";
import { ForbiddenAddress, guardedAddress } from "../../platform/outbound/guarded-address.ts";
import { type Connector, type SourceInput, SourceProblem } from "../connector.ts";

type Settings = ConnectionSettings["sql"];
type Days = NonNullable<SourceInput["range"]>;
type Cursor = { last: string | null; read: number };

const rowsAtOnce = 2000;
const cursorName = "source_cursor_text";

/**
 * Reads a query of another PostgreSQL, after the last row that was read. Rows that share the value of the cursor column
 * come together, so that none of them is left out between two pages.
 */
export const sqlConnector: Connector = {
  async test(input) {
    return withClient(input, async (client, settings) => {
      const { fields } = await client.query(`select * from (${settings.query}) source limit 0`);
      if (!fields.some(({ name }) => name === settings.cursorColumn)) {
        throw new SourceProblem("config", `The query has no column "${settings.cursorColumn}".`);
      }
      return `The query can be read; it has ${fields.length} columns.`;
    });
  },
  async *read(input) {
    let cursor = (input.cursor as Cursor | null) ?? { last: null, read: 0 };
    const { range } = input;
    const days = range ? await withClient(input, (client, settings) => sortableDays(client, settings, range)) : null;
    for (;;) {
      const rows = await withClient(input, (client, settings) => readPage(client, settings, cursor.last, days));
      const last = rows.at(-1)?.[cursorName];
      if (last === undefined) return;
      const { read } = cursor;
      cursor = { last, read: read + rows.length };
      yield {
        rows: rows.map(({ [cursorName]: _, ...values }, place) => ({
          place: `row ${read + place + 1}`,
          values: filled(values),
        })),
        ...{ total: null, note: `Reading after ${last}`, cursor },
      };
      if (rows.length < rowsAtOnce) return;
    }
  },
};

type TextRow = Record<string, string | null>;

function filled(row: TextRow): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, value]])),
  );
}

/** What PostgreSQL calls its types of days and instants. */
const dayTypes = [1082, 1114, 1184];

/** The days that the other database can sort out itself, by columns of its own that hold days; the others come along. */
async function sortableDays(client: pg.Client, { query }: Settings, range: Days): Promise<Days | null> {
  if (range.columns.length === 0) return null;
  const { fields } = await client.query(`select * from (${query}) source limit 0`);
  const isOfDays = (column: string) =>
    fields.some(({ name, dataTypeID }) => name === column && dayTypes.includes(dataTypeID));
  return range.columns.every(isOfDays) ? range : null;
}

async function readPage(
  client: pg.Client,
  { query, cursorColumn }: Settings,
  last: string | null,
  days: Days | null,
): Promise<(TextRow & { [cursorName]: string })[]> {
  const column = `source.${pg.escapeIdentifier(cursorColumn)}`;
  const values = [...(days ? [days.from, days.to] : []), ...(last === null ? [] : [last])];
  const { rows } = await client.query({
    text: `select source.*, ${column}::text as ${cursorName} from (${query}) source
      where ${column} is not null ${days ? `and (${days.columns.map(isNear).join(" or ")})` : ""}
        ${last === null ? "" : `and ${column} > $${values.length}`} order by ${column}
      fetch first ${rowsAtOnce} rows with ties`,
    values,
    // As the other side writes them: no value loses its digits on the way.
    types: { getTypeParser: () => (text: string | Buffer) => String(text) },
  });
  return rows;
}

/** Its clocks may be in any zone: which rows are of the days is told for certain when they are read. */
function isNear(name: string): string {
  const column = `source.${pg.escapeIdentifier(name)}`;
  return `${column} >= $1::date - 2 and ${column} < $2::date + 3`;
}

/** A connection that can only read, to the address that was checked. */
async function withClient<Result>(
  { settings: given, secret, innerHosts, signal }: SourceInput,
  work: (client: pg.Client, settings: Settings) => Promise<Result>,
): Promise<Result> {
  const settings = connectionSettings.sql.parse(given);
  const { address } = await guardedAddress(settings.host, settings.port, innerHosts).catch((error: Error) => {
    if (error instanceof ForbiddenAddress) throw new SourceProblem("config", error.message);
    throw new SourceProblem("passing", `${settings.host} was not found.`);
  });
  const client = new pg.Client({
    ...{ host: address, port: settings.port, database: settings.database, user: settings.user, password: secret ?? "" },
    ssl: settings.tls ? { servername: settings.host } : false,
    ...{ connectionTimeoutMillis: 15_000, query_timeout: 120_000, application_name: "console source" },
    options: "-c default_transaction_read_only=on -c statement_timeout=110000",
  });
  client.on("error", () => {});
  const end = () => void client.end().catch(() => {});
  signal.addEventListener("abort", end);
  try {
    await client.connect();
    return await work(client, settings);
  } catch (error) {
    throw problemOf(error, settings);
  } finally {
    signal.removeEventListener("abort", end);
    await client.end().catch(() => {});
  }
}

/** Who may come in and what is asked for are somebody's to mend; the rest may pass. */
function problemOf(error: unknown, { host }: Settings): Error {
  if (error instanceof SourceProblem || !(error instanceof Error)) return error as Error;
  const code = "code" in error ? String(error.code) : "";
  if (/^28|^3D|^42|^22|^25006/.test(code)) return new SourceProblem("config", `The database says: ${error.message}.`);
  if (/self.signed|certificate/i.test(error.message))
    return new SourceProblem("config", `${host} has no valid certificate.`);
  return new SourceProblem("passing", `${host} could not be read: ${error.message}.`);
}
