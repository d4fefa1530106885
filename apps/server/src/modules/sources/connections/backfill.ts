import { sql } from "kysely";
import type { FactBatch } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { applyBatch } from "./apply-batch.ts";
import { type Connection, updateConnectionRow } from "./connection-store.ts";
import { publishConnectionChanged, reportState } from "./report-state.ts";
import { insertRun } from "./run-store.ts";

type Backfill = {
  connection: Connection;
  /** The days that the records belong to, both included. */
  range: { from: string; to: string };
  note: string;
  facts: readonly Pick<FactBatch, "fact" | "records">[];
};

/**
 * Takes in records of days that a connection does not read by itself, as a run of it that has ended; where nothing
 * changes no run is kept. A connection without a system to ask is fresh by it.
 */
export async function backfill(context: Context, { connection, range, note, facts }: Backfill): Promise<void> {
  const { db, tenantId, now } = context;
  const task = { range };
  const run = await insertRun(context, {
    connection: connection.id,
    cause: "range",
    state: "waiting",
    task,
    askedBy: null,
  });
  const counts = await applyBatch(
    context,
    { connection, run: { id: run } },
    {
      facts: facts.map((one) => ({ ...one, rows: [] })),
      unreadable: [],
      unmapped: [],
      read: facts.reduce((sum, { records }) => sum + records.length, 0),
      total: null,
      note,
      cursor: {},
    },
  );
  const isLoaded = counts.written + counts.replaced > 0;
  if (isLoaded || counts.rejected > 0) {
    await sql`update source_runs set state = 'done', note = ${note}, started_at = ${now}, ended_at = ${now},
      rows_read = ${counts.read}, rows_written = ${counts.written}, rows_replaced = ${counts.replaced},
      rows_unchanged = ${counts.unchanged}, rows_duplicate = ${counts.duplicates},
      rows_rejected = ${counts.rejected} where tenant_id = ${tenantId} and id = ${run}`.execute(db);
  } else {
    await db.deleteFrom("source_runs").where("tenant_id", "=", tenantId).where("id", "=", run).execute();
  }
  const change = {
    ...(isLoaded && { last_loaded_at: now }),
    ...(connection.kind === "file" && { last_attempt_at: now, last_success_at: now }),
  };
  await updateConnectionRow(context, connection.id, change);
  await reportState(context, { ...connection, ...change });
  await publishConnectionChanged(context, connection.id);
}
