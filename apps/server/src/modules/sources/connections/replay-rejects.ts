import { type replayRejects as contract, type SourceMapping, type SourceRun, sourceMapping } from "@console/contracts";
import type { z } from "zod";
import type { FactBatch, RawRow, SourceBatch } from "../../../connectors/connector.ts";
import { rowField } from "../../../connectors/file/index.ts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findChangedSince } from "../../metrics/index.ts";
import { isKey } from "../listings/listed-store.ts";
import { completeReader } from "../mapping/complete-reader.ts";
import { mapBatch, rowReader } from "../mapping/map-batch.ts";
import type { Reader, RunScope, RunStep } from "../sources.ts";
import type { Connection } from "./connection-store.ts";
import { describeRun } from "./describe-connection.ts";
import { newRun } from "./follow-runs.ts";
import { requireConnection } from "./manage-connections.ts";
import { recordConnectionAction } from "./record-connection-action.ts";
import {
  closeOutdated,
  countReplayable,
  lastReject,
  type StoredReject,
  selectRejects,
  settleReplayed,
} from "./reject-store.ts";
import { findMapping, findOpenReplay, findRun } from "./run-store.ts";

const rowsAtOnce = 500;

/** Enqueues a run that takes in the rows that were rejected once more, with the mapping as it is now. */
export async function replayRejects(
  context: Context,
  { connection: id }: z.output<(typeof contract)["input"]>,
): Promise<SourceRun> {
  const connection = await requireConnection(context, id, true);
  if (connection.kind === "tookan") {
    throw new AppError("conflict", "The provider has these rows: read their days again instead.");
  }
  const open = await findOpenReplay(context, id);
  if (open) return describeRun(open, context.now);
  const rows = await countReplayable(context, id);
  if (rows === 0) throw new AppError("conflict", "There are no rejected rows to replay.");
  const run = await newRun(context, { connection: id, cause: "replay", task: {} });
  await recordConnectionAction(context, {
    act: "source.rejects_replayed",
    connection: id,
    details: { run: run.id, rows },
  });
  return describeRun(run, context.now);
}

/** The same reader; a run that replays rejected rows reads those instead of the source. */
export function replayable(reader: Reader): Reader {
  return { ...reader, read: (scope) => (scope.run.cause === "replay" ? readRejects(scope) : reader.read(scope)) };
}

/** Rows up to the last one that was rejected before the run began: what fails again is not tried a third time. */
type Cursor = { after: string; last: string; rows: number };

async function* readRejects({ connection, run, input, inTenant }: RunScope): AsyncGenerator<RunStep> {
  const filter = { connection: connection.id, replayableOf: null };
  let cursor: Cursor = (run.cursor as Cursor | null) ?? {
    after: "0",
    rows: 0,
    last: await inTenant((context) => lastReject(context, connection.id)),
  };
  const firstCursor = cursor.after;
  const total = cursor.rows + (await inTenant((context) => countReplayable(context, connection.id, firstCursor)));
  for (;;) {
    const { after, last, rows: before }: Cursor = cursor;
    const rejects = await inTenant((context) => selectRejects(context, { ...filter, after, limit: rowsAtOnce }));
    const due = rejects.filter(({ id }) => BigInt(id) <= BigInt(last));
    if (due.length === 0) return;
    cursor = { after: due.at(-1)?.id ?? after, last, rows: before + due.length };
    let replayed: string[] = [];
    yield {
      facts: [],
      unreadable: [],
      unmapped: [],
      read: 0,
      total,
      cursor,
      note: `Replayed ${cursor.rows.toLocaleString("en-US")} rejected rows`,
      refine: async (context) => {
        const groups = await mapRejects(context, connection, due, input);
        const current: Mapped[] = [];
        const outdated = new Set<string>();
        for (const group of groups) current.push(await dropOutdated(context, { connection, run }, group, outdated));
        await closeOutdated(context, { run: run.id, ids: [...outdated] });
        replayed = due.map(({ id }) => id).filter((id) => !outdated.has(id));
        return {
          facts: current.flatMap(({ facts }) => facts),
          unreadable: current.flatMap(({ unreadable }) => unreadable),
          unmapped: current.flatMap(({ unmapped }) => unmapped),
          notes: current.flatMap(({ notes = [] }) => notes),
          read: replayed.length,
          ...(replayed[0] && { closesBefore: replayed[0] }),
        };
      },
      store: (context) => settleReplayed(context, { run: run.id, ids: replayed }),
    };
  }
}

/**
 * A group of rejected rows without those whose key has been stored since they were rejected; their ids are noted. What
 * this run itself has stored came before them.
 */
async function dropOutdated(
  context: Context,
  { connection: { id: source }, run }: Pick<RunScope, "connection" | "run">,
  { rejects, mapped }: MappedRejects,
  outdated: Set<string>,
): Promise<Mapped> {
  const facts: FactBatch[] = [];
  for (const batch of mapped.facts) {
    const stored = batch.records.flatMap(({ source_key: key }, index) => {
      const reject = rejects[batch.rows[index]?.order ?? -1];
      return typeof key === "string" && isKey(key) && reject
        ? [{ key, since: reject.rejected_at, id: reject.id, index }]
        : [];
    });
    // Of two rejected rows of a key one may be older than what is stored, and the other newer.
    const changed = await findChangedSince(context, { fact: batch.fact, source, until: run.started_at }, stored);
    const old = new Set(stored.filter((_, place) => changed.has(place)).map(({ index }) => index));
    for (const { id, index } of stored) if (old.has(index)) outdated.add(id);
    const isCurrent = (_: unknown, index: number) => !old.has(index);
    facts.push({ ...batch, records: batch.records.filter(isCurrent), rows: batch.rows.filter(isCurrent) });
  }
  return { ...mapped, facts };
}

/** Rejected rows of one run and table, and what they are today: rows of that run, as if it had taken them in itself. */
type MappedRejects = { rejects: readonly StoredReject[]; mapped: Mapped };

type Mapped = Pick<SourceBatch, "facts" | "unreadable" | "unmapped" | "notes">;

/** Rejected rows, mapped as they would be mapped today. One that is not a row at all stays as it is. */
export async function mapRejects(
  context: Context,
  connection: Pick<Connection, "id" | "source" | "mapping">,
  rejects: readonly StoredReject[],
  input: Pick<RunScope["input"], "timeZone" | "currency">,
): Promise<MappedRejects[]> {
  const groups = new Map<string, StoredReject[]>();
  for (const reject of rejects) {
    const key = `${reject.run_id} ${reject.fact} ${reject.field === rowField}`;
    groups.set(key, [...(groups.get(key) ?? []), reject]);
  }
  const batches: MappedRejects[] = [];
  for (const group of groups.values()) {
    const [{ run_id: run = "", fact = "", field = "" } = {}] = group;
    if (field === rowField) {
      const unreadable = group.map(({ record, place, reason }) => ({ fact, place, field, reason, row: record }));
      batches.push({ rejects: group, mapped: { facts: [], unreadable, unmapped: [] } });
      continue;
    }
    const rows = group.map(({ place, record }): RawRow => ({ place, values: record as RawRow["values"] }));
    const mapping = await readRunMapping(context, connection, { run, fact });
    const { source } = connection;
    const reader = await completeReader(context, source, rowReader(source, mapping ?? {}, rows, input), context.now);
    const { facts, ...mapped } = mapBatch(rows, reader);
    // What is stored under the key of a row that is left out may be newer than the row.
    const load = (await findRun(context, run)) ? { load: run } : {};
    batches.push({
      rejects: group,
      mapped: { ...mapped, facts: facts.map((batch) => ({ ...batch, ...load, deletions: [] })) },
    });
  }
  return batches;
}

/** The mapping of today for a table; how days are written is what was found out when the rows came. */
async function readRunMapping(
  context: Context,
  connection: Pick<Connection, "id" | "mapping">,
  { run, fact }: { run: string; fact: string },
): Promise<SourceMapping | null> {
  const now = sourceMapping.safeParse(connection.mapping);
  const mapping =
    now.success && now.data.fact === fact ? now.data : await findMapping(context, { connection: connection.id, fact });
  const then = sourceMapping.safeParse((await findRun(context, run))?.task.mapping);
  if (!mapping || !then.success) return mapping;
  const fields = Object.entries(mapping.fields).map(([name, field]) => {
    const before = then.data.fields[name];
    const isSame = before?.from === field.from;
    const dates = field.dates ?? (isSame ? before?.dates : undefined);
    const decimal = field.decimal ?? (isSame ? before?.decimal : undefined);
    const isMonth = field.isMonth ?? (isSame ? before?.isMonth : undefined);
    const styles = { ...(dates && { dates }), ...(decimal && { decimal }), ...(isMonth !== undefined && { isMonth }) };
    return [name, { ...field, ...styles }] as const;
  });
  const columnStyles = { ...then.data.columnStyles, ...mapping.columnStyles };
  const signs = mapping.signs ?? then.data.signs;
  return { ...mapping, fields: Object.fromEntries(fields), columnStyles, ...(signs && { signs }) };
}
