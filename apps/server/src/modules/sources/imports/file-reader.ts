import { SourceProblem, type UnreadableRow } from "../../../connectors/connector.ts";
import { type FilePlace, rowField } from "../../../connectors/file/index.ts";
import type { ReadingPool } from "../../../connectors/reading/reading-pool.ts";
import { withExistingNames } from "../mapping/existing-names.ts";
import { mapBatch, rowReader } from "../mapping/map-batch.ts";
import type { Reader, RunScope, RunStep } from "../sources.ts";
import { promiseForgetting } from "./clean-up-imports.ts";
import { importPath } from "./import-files.ts";

/** How far a file has been taken in: the place of the next row, and the rows before it. */
type Cursor = FilePlace & { rows: number; isRead?: true };

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
  const { source } = connection;
  const reader = await inTenant((context) =>
    withExistingNames(context, source, rowReader(source, input.mapping, [], input), run.started_at ?? run.asked_at),
  );
  const { fact } = reader.mapping;
  let cursor: Cursor = (run.cursor as Cursor | null) ?? { offset: 0, line: 0, rows: 0 };
  const from = run.cursor === null ? null : cursor;
  for await (const part of pool.read("file", { path, name: file.name, from }, input.signal)) {
    if ("form" in part) continue;
    const { rows, next, share } = part;
    const order = new Map(rows.map(({ place }, index) => [place, index]));
    const mapped = mapBatch(
      rows.filter(({ problem }) => problem === null),
      reader,
    );
    const broken: UnreadableRow[] = rows.flatMap(({ place, values, problem }) =>
      problem === null ? [] : [{ fact, place, field: rowField, reason: problem, row: values }],
    );
    const unreadable = [...broken, ...mapped.unreadable].sort(
      (a, b) => (order.get(a.place) ?? 0) - (order.get(b.place) ?? 0),
    );
    cursor = { ...next, rows: cursor.rows + rows.length };
    yield {
      ...mapped,
      unreadable,
      read: rows.length,
      total: Math.max(cursor.rows, Math.round(cursor.rows / Math.max(share, 0.000_001))),
      note: `Read up to line ${(next.line - 1).toLocaleString("en-US")} of ${file.name}`,
      cursor,
    };
  }
  yield {
    facts: [],
    unreadable: [],
    unmapped: [],
    read: 0,
    total: cursor.rows,
    note: cursor.rows === 1 ? "1 row read." : `${cursor.rows.toLocaleString("en-US")} rows read.`,
    cursor: { ...cursor, isRead: true },
    store: (context) => promiseForgetting(context, run),
  };
}
