import type { Context } from "../../../platform/context.ts";
import { type SourceEntry, selectEntryLoads } from "../../metrics/index.ts";
import { nameConnection, nameFilesOfRuns, selectEvenRemoved } from "../../sources/index.ts";
import type { EntryRow } from "./entry-store.ts";

export const sourceEntryCause = "source entry";

/** What connections and entries of sources are called. */
export type EntrySources = {
  connections: ReadonlyMap<string, string>;
  /** The file that an entry is in, by the id of its cause. */
  files: ReadonlyMap<string, string>;
};

/** What the connections are called that have brought entries, and the files that these are in now. */
export async function readEntrySources(context: Context, rows: readonly EntryRow[]): Promise<EntrySources> {
  const brought = rows.filter(({ cause }) => cause?.kind === sourceEntryCause);
  if (brought.length === 0) return { connections: new Map(), files: new Map() };
  const connections = new Map(
    (await selectEvenRemoved(context)).map((connection) => [connection.id, nameConnection(connection)]),
  );
  const loads = await selectEntryLoads(context, brought.filter(isCurrent).flatMap(readSourceEntry));
  const fileNames = await nameFilesOfRuns(
    context,
    loads.map(({ load }) => load),
  );
  const files = new Map<string, string>();
  for (const { source, entryKey, load } of loads) {
    const name = fileNames.get(load);
    if (name !== undefined) files.set(`${source} ${entryKey}`, name);
  }
  return { connections, files };
}

/** The connection, and the file where it is known, that an entry has come with; else what the entry itself says. */
export function nameSource({ source, ...row }: EntryRow, { connections, files }: EntrySources): string {
  const [entry] = readSourceEntry(row);
  const connection = entry && connections.get(entry.source);
  if (!entry || connection === undefined) return source;
  const file = isCurrent(row) ? files.get(`${entry.source} ${entry.entryKey}`) : undefined;
  return file === undefined ? connection : `${connection} (${file})`;
}

/** What was changed or taken back since has come with a file that is no longer known. */
const isCurrent = ({ kind, reversal_id: reversalId }: Pick<EntryRow, "kind" | "reversal_id">) =>
  kind === "entry" && reversalId === null;

function readSourceEntry({ cause }: Pick<EntryRow, "cause">): SourceEntry[] {
  if (cause?.kind !== sourceEntryCause) return [];
  const end = cause.id.indexOf(" ");
  return [{ source: cause.id.slice(0, end), entryKey: cause.id.slice(end + 1) }];
}
