import { SourceProblem, type UnreadableRow } from "../../../connectors/connector.ts";
import { type FilePlace, placeIn, rowField } from "../../../connectors/file/index.ts";
import type { ReadingPool } from "../../../connectors/reading/reading-pool.ts";
import type { Readings } from "../../../connectors/reading/reading-task.ts";
import type { FactTable } from "../../metrics/index.ts";
import type { SentFile } from "../connections/run-store.ts";
import { countNoun } from "../count-noun.ts";
import { isKey, listKeys } from "../listings/listed-store.ts";
import { nothing } from "../listings/listing.ts";
import { completeReader } from "../mapping/complete-reader.ts";
import { mapRows, rowReader, toPiece } from "../mapping/map-batch.ts";
import type { RowReader } from "../mapping/map-row.ts";
import { noteEmptied } from "../mapping/note-emptied.ts";
import { requireTable } from "../mapping/target-tables.ts";
import type { Reader, RunScope, RunStep } from "../sources.ts";
import { promiseForgetting } from "./clean-up-imports.ts";
import { noteDoubled } from "./count-doubled.ts";
import {
  addToDays,
  type DatedRow,
  type DaySums,
  dateRows,
  type LoadDays,
  listShares,
  listUnnoted,
  narrowDays,
  widenDays,
} from "./file-days.ts";
import { importPath, sumBytes } from "./import-files.ts";
import { readAhead } from "./read-ahead.ts";
import { compareFileDays } from "./reconcile-files.ts";
import { replaceLoads } from "./replace-loads.ts";
import { withdrawLines } from "./withdraw-lines.ts";

/** How far files have been taken in: which of them, the place of the next row there, and the rows before it. */
type Cursor = FilePlace & LoadDays & { file?: number; rows: number; sums?: DaySums; isRead?: true };

/** Takes in files that were sent, some thousand rows at a time; after a crash it goes on with the next piece. */
export function fileReader(pool: ReadingPool): Reader {
  return {
    listFacts: () => [],
    test: async () => ({ message: "Files are uploaded here. There is nothing to test.", warning: null }),
    async *read(scope) {
      const reached = scope.run.cursor as Cursor | null;
      const cursor = reached?.isRead ? reached : yield* readFiles(pool, scope);
      const withdrawn = yield* withdrawLines(scope, cursor);
      const settled = yield* replaceLoads(scope, withdrawn);
      yield noteDoubled(scope, settled);
    },
  };
}

async function* readFiles(pool: ReadingPool, scope: RunScope): AsyncGenerator<RunStep, Cursor> {
  const { run } = scope;
  const { files = [] } = run.task;
  if (files.length === 0) throw new SourceProblem("config", "This run has no file. Upload it again.");
  const { source } = scope.connection;
  const reader = await scope.inTenant((context) => {
    const styled = rowReader(source, scope.input.mapping, [], scope.input);
    return completeReader(context, source, styled, run.started_at ?? run.asked_at);
  });
  let cursor: Cursor = (run.cursor as Cursor | null) ?? { offset: 0, line: 0, rows: 0 };
  for (const file of files.keys()) {
    const reached = cursor.file ?? 0;
    if (file < reached) continue;
    const from = run.cursor && file === reached ? cursor : null;
    cursor = yield* readFile(pool, scope, { reader, file, cursor, from });
  }
  const { sums = {}, ...place } = cursor;
  const table = requireTable(source, reader.mapping.fact);
  const end: Cursor = { ...place, days: narrowDays(place.days, sums), isRead: true };
  yield {
    ...nothing,
    total: cursor.rows,
    note: `${countNoun(cursor.rows, "row")} read.`,
    cursor: end,
    store: async (context) => {
      await compareFileDays(context, { table, connection: scope.connection.id, run: run.id, sums });
      await promiseForgetting(context, run);
    },
  };
  return end;
}

/** Takes in one of the files, from a place on. */
async function* readFile(
  pool: ReadingPool,
  { connection, run, input, inTenant }: RunScope,
  { reader, file, cursor: begin, from }: { reader: RowReader; file: number; cursor: Cursor; from: FilePlace | null },
): AsyncGenerator<RunStep, Cursor> {
  const { files = [] } = run.task;
  const { id, name, reading }: Partial<SentFile> = files[file] ?? {};
  const path = await inTenant(async ({ config }) => importPath(config, id ?? ""));
  const { fact } = reader.mapping;
  const { hasOwnKeys = false } = run.task;
  const target = { connection: connection.id, run: run.id, table: requireTable(connection.source, fact), hasOwnKeys };
  const placing = placeIn(files, file);
  const parts = pool.read("file", { path, name: name ?? "", choice: reading, from }, input.signal);
  let cursor = begin;
  for await (const { piece, mapped, read, next, share } of readAhead(mapParts(parts, { reader, target, placing }))) {
    const { sums = {}, days = null } = cursor;
    cursor = { ...next, file, rows: cursor.rows + read, days };
    const step: RunStep = {
      ...piece,
      file,
      read,
      total: Math.max(cursor.rows, Math.round(cursor.rows / Math.max(shareOfAll(files, file, share), 0.000_001))),
      note: `Read up to line ${(next.line - 1).toLocaleString("en-US")} of ${name}`,
      cursor,
      refine: async (context) => {
        cursor = {
          ...cursor,
          sums: await addToDays(context, target, reader, mapped, sums),
          days: await widenDays(context, target, reader, mapped, days),
        };
        const emptied = await noteEmptied(context, target, reader, mapped);
        return { cursor, notes: [...(piece.notes ?? []), ...emptied] };
      },
      store: (context) => listKeys(context, { run: run.id, fact, keys: listUnnoted(mapped, hasOwnKeys).filter(isKey) }),
    };
    yield step;
  }
  return cursor;
}

type MappedPart = { piece: MappedPiece; mapped: readonly DatedRow[]; read: number; next: FilePlace; share: number };
type MappedPiece = ReturnType<typeof toPiece>;

/** The rows of a file as they are to be stored, part by part. */
async function* mapParts(
  parts: AsyncIterable<Readings["file"]["part"]>,
  {
    reader,
    target: { table, hasOwnKeys },
    placing,
  }: { reader: RowReader; target: { table: FactTable; hasOwnKeys: boolean }; placing: ReturnType<typeof placeIn> },
): AsyncGenerator<MappedPart, void> {
  const { fact } = reader.mapping;
  for await (const part of parts) {
    if ("form" in part) continue;
    const rows = part.rows.map((row) => ({ ...row, place: placing(row.place) }));
    const order = new Map(rows.map(({ place }, index) => [place, index]));
    const readable = rows.filter(({ problem }) => problem === null);
    const mapped = dateRows(table, reader, mapRows(readable, reader));
    const shares = listShares(mapped);
    const piece = toPiece(mapped, reader.mapping);
    const broken: UnreadableRow[] = rows.flatMap(({ place, values, problem }) =>
      problem === null ? [] : [{ fact, place, field: rowField, reason: problem, row: values }],
    );
    const unreadable = [...broken, ...piece.unreadable]
      .sort((a, b) => (order.get(a.place) ?? 0) - (order.get(b.place) ?? 0))
      .map((row) => ({ ...row, ...shares.get(row.place) }));
    const facts = piece.facts.map(({ duplicates, ...batch }) => ({
      ...batch,
      ...(!hasOwnKeys && duplicates && { duplicates }),
      rows: batch.rows.map((row) => ({ ...row, ...shares.get(row.place) })),
    }));
    const { next, share } = part;
    yield { piece: { ...piece, facts, unreadable }, mapped, read: rows.length, next, share };
  }
}

/** Which share of all files has been read once a share of one of them has. */
function shareOfAll(files: readonly SentFile[], file: number, share: number): number {
  const before = sumBytes(files.slice(0, file));
  return (before + share * (files[file]?.bytes ?? 0)) / Math.max(1, sumBytes(files));
}
