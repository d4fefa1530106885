import { SourceProblem, type UnreadableRow } from "../../../connectors/connector.ts";
import { type FilePlace, rowField } from "../../../connectors/file/index.ts";
import type { ReadingPool } from "../../../connectors/reading/reading-pool.ts";
import { countKeys, isKey, listKeys } from "../listings/listed-store.ts";
import { mapBatch, rowReader } from "../mapping/map-batch.ts";
import type { Reader, RunScope, RunStep } from "../sources.ts";
import { promiseForgetting } from "./clean-up-imports.ts";
import { importPath } from "./import-files.ts";

/** How far a file has been taken in: the place of the next row, the rows before it, and how many of them were good. */
type Cursor = FilePlace & { rows: number; good: number; isRead?: true };

/** Takes in a file that was sent, some thousand rows at a time; after a crash it goes on with the next piece. */
export function fileReader(pool: ReadingPool): Reader {
  return {
    listFacts: () => [],
    test: async () => ({ message: "Files are sent here; there is nothing to ask.", warning: null }),
    async *read(scope) {
      if (!(scope.run.cursor as Cursor | null)?.isRead) yield* readFile(pool, scope);
    },
  };
}

async function* readFile(
  pool: ReadingPool,
  { connection, run, input, inTenant }: RunScope,
): AsyncGenerator<RunStep, void> {
  const { file } = run.task;
  if (!file) throw new SourceProblem("config", "No file came with this run. Send it again.");
  const path = await inTenant(async ({ config }) => importPath(config, file.id));
  const reader = rowReader(connection.source, input.mapping, [], input);
  const { fact } = reader.mapping;
  let cursor: Cursor = (run.cursor as Cursor | null) ?? { offset: 0, line: 0, rows: 0, good: 0 };
  const from = run.cursor === null ? null : cursor;
  for await (const part of pool.read("file", { path, name: file.name, from }, input.signal)) {
    if ("form" in part) continue;
    const { rows, next, share } = part;
    const mapped = mapBatch(
      rows.filter(({ problem }) => problem === null),
      reader,
    );
    const keys = mapped.facts
      .flatMap(({ records }) => records.map(({ source_key }) => String(source_key)))
      .filter(isKey);
    const broken: UnreadableRow[] = rows.flatMap(({ place, values, problem }) =>
      problem === null ? [] : [{ fact, place, field: rowField, reason: problem, row: values }],
    );
    const order = new Map(rows.map(({ place }, at) => [place, at]));
    const unreadable = [...broken, ...mapped.unreadable].sort(
      (a, b) => (order.get(a.place) ?? 0) - (order.get(b.place) ?? 0),
    );
    cursor = { ...next, rows: cursor.rows + rows.length, good: cursor.good + keys.length };
    yield {
      ...mapped,
      unreadable,
      read: rows.length,
      total: Math.max(cursor.rows, Math.round(cursor.rows / Math.max(share, 0.000_001))),
      note: `Read up to line ${(next.line - 1).toLocaleString("en-US")} of ${file.name}`,
      cursor,
      store: (context) => listKeys(context, { run: run.id, fact, keys }),
    };
  }
  const repeated = cursor.good - (await inTenant((context) => countKeys(context, run.id)));
  yield {
    facts: [],
    unreadable: [],
    unmapped: [],
    read: 0,
    total: cursor.rows,
    note: endNote(cursor.rows, repeated),
    cursor: { ...cursor, isRead: true },
    store: (context) => promiseForgetting(context, run),
  };
}

function endNote(rows: number, repeated: number): string {
  const all = rows === 1 ? "1 row read." : `${rows.toLocaleString("en-US")} rows read.`;
  if (repeated === 0) return all;
  const times = repeated === 1 ? "1 row has the key" : `${repeated.toLocaleString("en-US")} rows have the key`;
  return `${all} ${times} of an earlier row of the file; the last row of each key is kept.`;
}
