import type { ConnectionDetail, ConnectionSummary, SourceProblemText, SourceRun } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import type { Context } from "../../../platform/context.ts";
import { findTenant } from "../../directory/index.ts";
import { daysRefusal } from "../listings/requested-days.ts";
import { stateAt } from "./connection-state.ts";
import type { Connection } from "./connection-store.ts";
import { countRejects, countUnknown } from "./reject-store.ts";
import { type FileCounts, findOpenRun, type ReplaceCursor, type Run, rowsSince } from "./run-store.ts";

type Shown = Omit<
  Connection,
  | "id"
  | "settings"
  | "secret"
  | "mapping"
  | "cursor"
  | "hook_id"
  | "hook_secret"
  | "version"
  | "updated_at"
  | "watched_until"
  | "removed_at"
  | "first_failed_at"
> & { id: string };

/** What lists show of a connection. */
export function describeSummary(connection: Shown, tenantName: string, now: Date): ConnectionSummary {
  const { problem, problem_kind } = connection;
  return {
    id: connection.id,
    tenantId: connection.tenant_id,
    tenantName,
    source: connection.source,
    kind: connection.kind,
    name: connection.name,
    state: stateAt(connection, now),
    problem: describeProblem(problem, problem_kind),
    failures: connection.failures,
    intervalMinutes: connection.interval_minutes,
    lastAttemptAt: connection.last_attempt_at?.toISOString() ?? null,
    lastSuccessAt: connection.last_success_at?.toISOString() ?? null,
    lastLoadedAt: connection.last_loaded_at?.toISOString() ?? null,
    lastEventAt: connection.last_event_at?.toISOString() ?? null,
    nextRunAt: connection.is_paused ? null : (connection.next_run_at?.toISOString() ?? null),
  };
}

/** All that is shown of one connection; its secret is not. */
export async function describeDetail(context: Context, connection: Connection): Promise<ConnectionDetail> {
  const tenant = await findTenant(context, context.tenantId);
  const running = await findOpenRun(context, connection.id);
  const dayBefore = new Date(context.now.getTime() - 24 * 3_600_000);
  return {
    ...describeSummary(connection, tenant?.name ?? context.tenantId, context.now),
    settings: connection.settings,
    mapping: connection.mapping,
    hasSecret: connection.secret !== null,
    hookPath: connection.hook_id ? `/hooks/tookan/${connection.hook_id}` : null,
    hasHookSecret: connection.hook_secret !== null,
    daysRefusal: daysRefusal(connection),
    rowsToday: await rowsSince(context, connection.id, dayBefore),
    openRejects: await countRejects(context, connection.id),
    unmappedValues: await countUnknown(context, connection.id),
    running: running && describeRun(running, context.now),
    version: connection.version,
  };
}

/** What a connection is called where its loads are shown. */
export function nameConnection({ name, removed_at }: Pick<Connection, "name" | "removed_at">): string {
  return removed_at === null ? name : `${name} (removed)`;
}

/** Days as they are answered, which end before `to`; runs keep their last day. */
export function describeDays({ from, to }: { from: string; to: string }): { from: string; to: string } {
  return { from, to: addDays(to, 1) };
}

/** A run as it is shown. */
export function describeRun(run: Run, now: Date): SourceRun {
  const counts = { read: Number(run.rows_read), total: run.rows_total === null ? null : Number(run.rows_total) };
  return {
    id: run.id,
    connection: run.connection_id,
    cause: run.cause,
    state: run.state,
    note: run.note,
    rows: {
      ...counts,
      written: Number(run.rows_written),
      replaced: Number(run.rows_replaced),
      unchanged: Number(run.rows_unchanged),
      duplicates: Number(run.rows_duplicate),
      deleted: Number(run.rows_deleted),
      rejected: Number(run.rows_rejected),
      leftOut: Number(run.rows_left_out),
    },
    notes: run.notes.map(({ places: _, ...note }) => note),
    isUndone: run.undone_by !== null && !run.replaced_by,
    replacedBy: run.replaced_by ? describeReplacing(run.replaced_by) : null,
    attempt: run.attempt,
    problem: describeProblem(run.problem, run.problem_kind),
    fileName: nameFiles(run.task.files ?? []),
    files: (run.task.files ?? []).map(({ name, note = null }, index) => ({
      name,
      rows: describeCounts(run.file_counts[index]),
      note,
    })),
    replaces: (run.task.replaces ?? []).map((load, index) => ({
      ...load,
      removed: (run.cursor as ReplaceCursor | null)?.replaced?.[index] ?? 0,
    })),
    range: run.task.range ? describeDays(run.task.range) : null,
    isFull: run.task.isFull === true,
    askedBy: run.asked_by,
    askedAt: run.asked_at.toISOString(),
    startedAt: run.started_at?.toISOString() ?? null,
    endedAt: run.ended_at?.toISOString() ?? null,
    secondsLeft: run.state === "running" ? secondsLeft(counts, run.started_at, now) : null,
  };
}

function describeCounts(counts: FileCounts | null | undefined): SourceRun["files"][number]["rows"] {
  return counts ? { ...counts, leftOut: counts.leftOut ?? 0 } : null;
}

function describeReplacing({ id, connection, files, at }: NonNullable<Run["replaced_by"]>): SourceRun["replacedBy"] {
  return { run: id, connection, fileName: nameFiles(files), loadedAt: at };
}

function nameFiles([first, ...others]: readonly { name: string }[]): string | null {
  if (!first) return null;
  return others.length === 0 ? first.name : `${first.name} and ${others.length} more`;
}

function describeProblem(message: string | null, kind: string | null): SourceProblemText | null {
  if (!message) return null;
  if (kind === "shrunk") return { kind: "config", message, isShrunk: true };
  return { kind: kind === "config" ? "config" : "passing", message };
}

/** As long as the rest takes if it goes on like before. */
function secondsLeft({ read, total }: { read: number; total: number | null }, startedAt: Date | null, now: Date) {
  if (!startedAt || total === null || read === 0 || total < read) return null;
  const seconds = (now.getTime() - startedAt.getTime()) / 1000;
  return Math.round((seconds / read) * (total - read));
}
