import { randomUUID } from "node:crypto";
import type { SourceMapping, SourceRun } from "@console/contracts";
import { startOfDay } from "@console/figures/time-zone";
import { type Selectable, sql } from "kysely";
import type { NotePlace, ValueNote } from "../../../connectors/connector.ts";
import type { ReadingChoice } from "../../../connectors/file/index.ts";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import { mergeNote, toKind } from "../mapping/count-notes.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** A file that was sent, as it lies among the imports. */
export type SentFile = {
  id: string;
  name: string;
  bytes: number;
  /** How someone has chosen to read it. */
  choice?: ReadingChoice;
  /** How it is read: what was chosen, and what was found where nobody has. */
  reading?: ReadingChoice;
  /** Which worksheets are not read, in words. */
  note?: string | null;
};

/** What a run was asked for. */
export type RunTask = {
  /** The first and the last day, as sources are asked for them. */
  range?: { from: string; to: string };
  /** Everything anew; what is no more is removed. */
  isFull?: true;
  /** Someone has looked: a list may lose as much as it likes. */
  allowsShrink?: true;
  /** Files that were sent as one load, and the columns that all of them have. */
  files?: readonly SentFile[];
  columns?: readonly string[];
  mapping?: Record<string, unknown>;
  /** All rows of the files were looked at, and no two share a key. */
  hasOwnKeys?: true;
  /** Columns that were offered for fields which make amounts other ones, and that were left alone. */
  left?: Readonly<Record<string, string>>;
  /** The file whose mapping was taken over, because the two look alike. */
  likeFile?: { name: string; loadedAt: string } | null;
  /** Earlier loads whose rows go once this one is in. */
  replaces?: readonly ReplacedLoad[];
  /** The run that is to be undone. */
  undoes?: string;
};

/** An earlier load that a later one replaces, as it was when that was decided. */
export type ReplacedLoad = Omit<SourceRun["replaces"][number], "removed">;

/** How far a run is with the loads that it replaces: the rows that went of each, and where the next piece begins. */
export type ReplaceCursor = { replaced?: number[]; replacing?: { index: number; after: string } };

/** Values that were left out, with the first places; notes from before places were kept have none. */
export type StoredNote = Omit<ValueNote, "places"> & { places?: readonly NotePlace[] };

/** A run as it is stored. */
export type Run = Omit<
  Selectable<DB["source_runs"]>,
  "cause" | "state" | "task" | "cursor" | "notes" | "file_counts"
> & {
  cause: SourceRun["cause"];
  state: SourceRun["state"];
  task: RunTask;
  cursor: Record<string, unknown> | null;
  notes: StoredNote[];
  /** What became of the rows of each file, as far as they have been read. */
  file_counts: (FileCounts | null)[];
  /** The load that has taken its place; only where runs are read to be shown. */
  replaced_by?: { id: string; connection: string; files: readonly SentFile[]; at: string } | null;
};

/** What became of the rows of one file; counts from before left out rows were told apart lack them. */
export type FileCounts = Omit<NonNullable<SourceRun["files"][number]["rows"]>, "leftOut"> & { leftOut?: number };

/** How many rows a piece of a run was made of, and what became of them. */
export type RowCounts = Omit<SourceRun["rows"], "total">;

/** What a piece of a run that brings no rows counts. */
export const noRows: RowCounts = {
  read: 0,
  written: 0,
  replaced: 0,
  unchanged: 0,
  duplicates: 0,
  rejected: 0,
  leftOut: 0,
  deleted: 0,
};

/** Notes a run that is to be done. */
export async function insertRun(
  { db, tenantId, now }: TenantScope,
  {
    connection,
    cause,
    state,
    task,
    askedBy,
  }: { connection: string; cause: Run["cause"]; state: "draft" | "waiting"; task: RunTask; askedBy: string | null },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("source_runs")
    .values({
      tenant_id: tenantId,
      id,
      connection_id: connection,
      cause,
      state,
      task: JSON.stringify(task),
      asked_by: askedBy,
      asked_at: now,
    })
    .execute();
  return id;
}

/** The load that has taken the place of a run, which is not the same as a run that has undone it. */
const replacedBy = sql<Run["replaced_by"]>`(
  select jsonb_build_object('id', later.id, 'connection', later.connection_id, 'files', later.task->'files',
    'at', to_char(coalesce(later.started_at, later.asked_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  from source_runs later where later.tenant_id = source_runs.tenant_id and later.id = source_runs.undone_by
    and later.cause <> 'undo'
)`.as("replaced_by");

/** A run by its id. */
export async function findRun({ db, tenantId }: Scope, id: string): Promise<Run | null> {
  const row = await db
    .selectFrom("source_runs")
    .selectAll()
    .select(replacedBy)
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  return (row as Run | undefined) ?? null;
}

/** The run of a connection that is under way or waits for its turn. */
export async function findOpenRun({ db, tenantId }: Scope, connection: string): Promise<Run | null> {
  const row = await db
    .selectFrom("source_runs")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .where("state", "in", ["running", "waiting"])
    .orderBy("state")
    .orderBy("asked_at")
    .executeTakeFirst();
  return (row as Run | undefined) ?? null;
}

/** The replay of a connection's rejected rows that is under way or waits for its turn. */
export async function findOpenReplay({ db, tenantId }: Scope, connection: string): Promise<Run | null> {
  const row = await db
    .selectFrom("source_runs")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .where("cause", "=", "replay")
    .where("state", "in", ["running", "waiting"])
    .executeTakeFirst();
  return (row as Run | undefined) ?? null;
}

/** The mapping that rows of a table were last read with. */
export async function findMapping(
  { db, tenantId }: Scope,
  { connection, fact }: { connection: string; fact: string },
): Promise<SourceMapping | null> {
  const { rows } = await sql<{ mapping: SourceMapping }>`select task->'mapping' as mapping from source_runs
    where tenant_id = ${tenantId} and connection_id = ${connection} and task->'mapping'->>'fact' = ${fact}
      and state <> 'draft'
    order by asked_at desc limit 1`.execute(db);
  return rows[0]?.mapping ?? null;
}

/** A load of files that has been taken in. */
export type EarlierLoad = {
  connection: string;
  file: string;
  columns: readonly string[];
  mapping: Readonly<Record<string, unknown>>;
  /** Null for loads from before it was kept. */
  left: Readonly<Record<string, string>> | null;
  endedAt: Date;
};

/** The latest loads of files of a source, the newest first. */
export async function selectEarlierLoads({ db, tenantId }: Scope, source: string, limit = 100): Promise<EarlierLoad[]> {
  const { rows } = await sql<EarlierLoad>`select r.connection_id as connection, task->'files'->0->>'name' as file,
      task->'columns' as columns, task->'mapping' as mapping, task->'left' as left, ended_at as "endedAt"
    from source_runs r join source_connections c on c.tenant_id = r.tenant_id and c.id = r.connection_id
    where r.tenant_id = ${tenantId} and c.source = ${source} and c.removed_at is null and cause = 'import' and r.state = 'done'
      and task ? 'mapping' and jsonb_typeof(task->'columns') = 'array'
    order by ended_at desc limit ${limit}`.execute(db);
  return rows;
}

/** Which runs of a connection are wanted; days are those of the time zone, and end before `to`. */
type RunQuestion = {
  connection: string;
  state: string | null;
  from: string | null;
  to: string | null;
  search: string;
  timeZone: string;
  before: { at: Date; id: string } | null;
  limit: number;
};

/** Runs of a connection, newest first, from a place on. */
export async function selectRuns(
  { db, tenantId }: Scope,
  { connection, before, limit, ...narrowed }: RunQuestion,
): Promise<Run[]> {
  const { state, from, to, search, timeZone } = narrowed;
  let query = db
    .selectFrom("source_runs")
    .selectAll()
    .select(replacedBy)
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (state) query = query.where("state", "=", state);
  if (from) query = query.where("asked_at", ">=", new Date(startOfDay(from, timeZone)));
  if (to) query = query.where("asked_at", "<", new Date(startOfDay(to, timeZone)));
  if (search !== "") {
    const text = sql`lower(concat_ws(' ', problem, note, jsonb_path_query_array(task, '$.files[*].name')))`;
    query = query.where(sql<boolean>`(id = ${search} or strpos(${text}, ${search.toLowerCase()}) > 0)`);
  }
  if (before) query = query.where(sql<boolean>`(asked_at, id) < (${before.at}, ${before.id})`);
  return (await query.execute()) as unknown as Run[];
}

/** Loads of files of all connections, newest first, from a place on. */
export async function selectImports(
  { db, tenantId }: Scope,
  { before, limit }: Pick<RunQuestion, "before" | "limit">,
): Promise<Run[]> {
  let query = db
    .selectFrom("source_runs")
    .selectAll()
    .select(replacedBy)
    .where("tenant_id", "=", tenantId)
    .where("cause", "=", "import")
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .limit(limit);
  if (before) query = query.where(sql<boolean>`(asked_at, id) < (${before.at}, ${before.id})`);
  return (await query.execute()) as unknown as Run[];
}

/**
 * Takes a run up: from now on only this attempt may move it. Null when it has ended, or when another run of the same
 * connection is under way.
 */
export async function takeRun({ db, tenantId, now }: TenantScope, id: string): Promise<Run | null> {
  // One after the other: two that begin in the same moment would each see the other wait.
  await sql`select pg_advisory_xact_lock(hashtextextended('runs of ' || connection_id, 0)) from source_runs
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  const { rows } =
    await sql<Run>`update source_runs run set state = 'running', attempt = attempt + 1, stalls = stalls + 1,
      started_at = coalesce(started_at, ${now}), problem = null, problem_kind = null
    where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running') and not exists (
      select from source_runs other where other.tenant_id = ${tenantId} and other.connection_id = run.connection_id
        and other.state = 'running' and other.id <> run.id
        -- Of two that are under way the first goes on.
        and (run.state = 'waiting' or (other.started_at, other.id) < (run.started_at, run.id))
    ) returning *`.execute(db);
  return rows[0] ?? null;
}

/** Counts against an attempt that it has done no step for long. */
export async function addStalls(
  { db, tenantId }: Scope,
  { id, attempt }: Pick<Run, "id" | "attempt">,
  count: number,
): Promise<void> {
  await sql`update source_runs set stalls = stalls + ${count}
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and state = 'running'`.execute(db);
}

/** Moves a run on in the transaction of the rows that it covers; false when someone has stopped it or taken it over. */
export async function moveRun(
  { db, tenantId }: Scope,
  { id, attempt }: Pick<Run, "id" | "attempt">,
  step: {
    cursor: object;
    counts: RowCounts;
    total: number | null;
    note: string;
    notes: readonly StoredNote[];
    /** Which of the files the rows came from. */
    file?: number | undefined;
  },
): Promise<boolean> {
  const { read, written, replaced, unchanged, duplicates, deleted, rejected, leftOut } = step.counts;
  const notes = step.notes.length > 0 ? await mergeNotes({ db, tenantId }, id, step.notes) : null;
  const fileCounts = step.file === undefined ? null : await addToFile({ db, tenantId }, id, step.file, step.counts);
  const { rows } = await sql`update source_runs set cursor = ${JSON.stringify(step.cursor)}::jsonb, note = ${step.note},
      rows_total = coalesce(${step.total}, rows_total), rows_read = rows_read + ${read}, rows_written = rows_written + ${written},
      rows_replaced = rows_replaced + ${replaced}, rows_unchanged = rows_unchanged + ${unchanged},
      rows_duplicate = rows_duplicate + ${duplicates}, rows_deleted = rows_deleted + ${deleted},
      notes = coalesce(${notes}::jsonb, notes), file_counts = coalesce(${fileCounts}::jsonb, file_counts),
      rows_rejected = rows_rejected + ${rejected}, rows_left_out = rows_left_out + ${leftOut}, stalls = 0
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and state = 'running' returning id`.execute(
    db,
  );
  return rows.length > 0;
}

const mostNotes = 50;

/** The notes of a run with some more. Those of one field and kind are one, which tells of the first. */
async function mergeNotes({ db, tenantId }: Scope, id: string, more: readonly StoredNote[]): Promise<string> {
  const { rows } = await sql<Pick<Run, "notes">>`select notes from source_runs
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  const merged = new Map((rows[0]?.notes ?? []).map((note) => [toKind(note), note]));
  for (const note of more) {
    const existing = merged.get(toKind(note));
    if (existing) merged.set(toKind(note), mergeNote(existing, note));
    else if (merged.size < mostNotes) merged.set(toKind(note), note);
  }
  return JSON.stringify([...merged.values()]);
}

/** The counts of a run's files with some more rows of one of them. */
async function addToFile({ db, tenantId }: Scope, id: string, file: number, more: RowCounts): Promise<string> {
  const { rows } = await sql<Pick<Run, "file_counts">>`select file_counts from source_runs
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  const counts = [...(rows[0]?.file_counts ?? [])];
  while (counts.length <= file) counts.push(null);
  const before = counts[file] ?? noRows;
  counts[file] = {
    read: before.read + more.read,
    written: before.written + more.written,
    replaced: before.replaced + more.replaced,
    unchanged: before.unchanged + more.unchanged,
    duplicates: before.duplicates + more.duplicates,
    rejected: before.rejected + more.rejected,
    leftOut: (before.leftOut ?? 0) + more.leftOut,
  };
  return JSON.stringify(counts);
}

/** Notes that a run is undone; false when it was undone before. */
export async function noteUndone({ db, tenantId }: Scope, id: string, by: string): Promise<boolean> {
  const { rows } = await sql`update source_runs set undone_by = ${by} where tenant_id = ${tenantId} and id = ${id}
    and undone_by is null returning id`.execute(db);
  return rows.length > 0;
}

/** Some loads with all that they have replaced, and what those had replaced. */
export async function listReplaced({ db, tenantId }: Scope, loads: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with recursive gone (id) as (
      select unnest(${loads}::text[]) union
      select earlier.id from source_runs earlier join gone on earlier.undone_by = gone.id
      where earlier.tenant_id = ${tenantId}
    ) select id from gone`.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes that a run is not undone after all. */
export async function forgetUndone({ db, tenantId }: Scope, by: string): Promise<void> {
  await sql`update source_runs set undone_by = null where tenant_id = ${tenantId} and undone_by = ${by}`.execute(db);
}

/** Ends a run, if it is still this attempt's. */
export async function endRun(
  { db, tenantId, now }: TenantScope,
  { id, attempt }: Pick<Run, "id" | "attempt">,
  end: { state: "done" | "failed" | "waiting" | "cancelled"; problem?: { kind: string; message: string } | null },
): Promise<boolean> {
  const { rows } =
    await sql`update source_runs set state = ${end.state}, ended_at = ${end.state === "waiting" ? null : now}, stalls = 0,
      problem = ${end.problem?.message ?? null}, problem_kind = ${end.problem?.kind ?? null}
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and state = 'running' returning id`.execute(
      db,
    );
  return rows.length > 0;
}

/** Whether a run still goes on in this attempt. */
export async function isGoingOn(
  { db, tenantId }: Scope,
  { id, attempt }: Pick<Run, "id" | "attempt">,
): Promise<boolean> {
  const { rows } = await sql`select 1 from source_runs
    where tenant_id = ${tenantId} and id = ${id} and attempt = ${attempt} and state = 'running'`.execute(db);
  return rows.length > 0;
}

/** Stops a run that has not ended; tells whether there was anything to stop. */
export async function stopRun({ db, tenantId, now }: TenantScope, id: string): Promise<boolean> {
  const { rows } = await sql`update source_runs set state = 'cancelled', ended_at = ${now}
    where tenant_id = ${tenantId} and id = ${id} and state in ('draft', 'waiting', 'running') returning id`.execute(db);
  return rows.length > 0;
}

/** Gives a draft another task, as long as its files are those that the task is for; one that waits is confirmed. */
export async function updateDraft(
  { db, tenantId }: Scope,
  { id, task: before }: Pick<Run, "id" | "task">,
  { state, task }: { state: "draft" | "waiting"; task: RunTask },
): Promise<boolean> {
  const { rows } = await sql`update source_runs set state = ${state}, task = ${JSON.stringify(task)}::jsonb
    where tenant_id = ${tenantId} and id = ${id} and state = 'draft'
      and task->'files' = ${JSON.stringify(before.files)}::jsonb returning id`.execute(db);
  return rows.length > 0;
}

/** What runs of a connection read that ended well, newest first. */
export async function usualRows({ db, tenantId }: Scope, connection: string): Promise<number[]> {
  const rows = await db
    .selectFrom("source_runs")
    .select("rows_read")
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .where("state", "=", "done")
    .where("cause", "in", ["schedule", "manual"])
    .where(sql<boolean>`not (task ? 'isFull')`)
    .orderBy("asked_at", "desc")
    .limit(30)
    .execute();
  return rows.map(({ rows_read }) => Number(rows_read));
}

/** Rows that the runs of a connection have stored since an instant. */
export async function rowsSince({ db, tenantId }: Scope, connection: string, since: Date): Promise<number> {
  const { rows } = await sql<{
    rows: number;
  }>`select coalesce(sum(rows_written + rows_replaced), 0)::bigint as rows from source_runs
    where tenant_id = ${tenantId} and connection_id = ${connection} and asked_at >= ${since}`.execute(db);
  return Number(rows[0]?.rows ?? 0);
}
