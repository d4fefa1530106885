import { type ConnectionSettings, connectionSettings } from "@console/contracts";
import pg from "pg";
import { ForbiddenAddress, guardedAddress } from "../../platform/outbound/guarded-address.ts";
import { SourceProblem } from "../connector.ts";
import type { PlainInput } from "../reading/reading-task.ts";
import { type AnswerGuard, limitAnswers } from "./limit-answers.ts";
import { parseSelect } from "./parse-select.ts";

export type SqlSettings = ConnectionSettings["sql"];
export type TextRow = Record<string, string | null>;

/** Rows that are asked for at once: as many as may be large without filling the memory. */
export const rowsPerFetch = 64;

const statementSeconds = 110;
const longestMessage = 300;

/** A transaction of another database that can only read. */
export type ReadOnlyClient = {
  settings: SqlSettings;
  /** Runs one statement; whatever its text holds, it is never two. Values come as the other side writes them. */
  query(text: string, values?: readonly string[]): Promise<{ rows: TextRow[]; fields: pg.FieldDef[] }>;
  close(): Promise<void>;
};

/** Connects to the address that was checked, and begins a transaction that can only read. */
export async function openClient({ settings: input, secret, innerHosts }: PlainInput): Promise<ReadOnlyClient> {
  const stored = connectionSettings.sql.parse(input);
  // What was stored before queries were looked at is looked at here.
  const { text: select, problem } = await parseSelect(stored.query);
  if (problem !== null) throw new SourceProblem("config", problem);
  const settings = { ...stored, query: select };
  const { address } = await guardedAddress(settings.host, settings.port, innerHosts).catch((error: Error) => {
    if (error instanceof ForbiddenAddress) throw new SourceProblem("config", error.message);
    throw new SourceProblem("passing", `${settings.host} was not found.`);
  });
  const client = new pg.Client({
    host: address,
    port: settings.port,
    database: settings.database,
    user: settings.user,
    password: secret ?? "",
    ssl: settings.tls ? { servername: settings.host } : false,
    connectionTimeoutMillis: 15_000,
    query_timeout: (statementSeconds + 10) * 1000,
    application_name: "console source",
    options: `-c default_transaction_read_only=on -c statement_timeout=${statementSeconds * 1000}`,
  });
  client.on("error", () => {});
  let guard: AnswerGuard | null = null;
  const rethrow = (error: unknown): never => {
    const refusal = guard?.refusal();
    throw refusal ? new SourceProblem("config", refusal) : describeProblem(error, settings);
  };
  const query: ReadOnlyClient["query"] = async (text, values = []) => {
    guard?.begin();
    // The driver's types do not know the mode in which a text cannot hold two statements.
    const statement: pg.QueryConfig & { queryMode: "extended" } = {
      text,
      values: [...values],
      queryMode: "extended",
      types: { getTypeParser: () => (value: string | Buffer) => String(value) },
    };
    return client.query<TextRow>(statement).catch(rethrow);
  };
  const close = () => client.end().catch(() => {});
  try {
    await client.connect().catch(rethrow);
    guard = limitAnswers(client.connection.stream, rowsPerFetch);
    await query("begin transaction read only");
    return { settings, query, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Who may come in and what is asked for are someone's to mend; the rest may pass. */
function describeProblem(error: unknown, { host }: SqlSettings): Error {
  if (error instanceof SourceProblem || !(error instanceof Error)) return error as Error;
  const code = "code" in error ? String(error.code) : "";
  const message = error.message.slice(0, longestMessage);
  if (code === "57014") {
    const words = `The database was stopped after ${statementSeconds} seconds without an answer.`;
    return new SourceProblem("limit", `${words} Make the query faster, for example with an index.`);
  }
  if (/^28|^3D|^42|^22|^25/.test(code)) return new SourceProblem("config", `The database says: ${message}.`);
  if (/self.signed|certificate/i.test(message)) return new SourceProblem("config", `${host} has no valid certificate.`);
  return new SourceProblem("passing", `${host} could not be read: ${message}.`);
}
