import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { columnOf, deleteFacts, type FactRow, lockFacts, markDays, upsertFacts } from "./facts/fact-store.ts";
import type { FactTable } from "./facts/fact-table.ts";
import { factTables } from "./facts/fact-tables.ts";
import { resolveMembers } from "./facts/member-store.ts";
import {
  type CheckedRecord,
  type FactRecord,
  type NamedMember,
  type Rejection,
  readRecords,
} from "./facts/read-records.ts";
import { readFigures } from "./metric-store.ts";
import { promiseSettling } from "./settle-job.ts";

export type IngestInput = {
  /** The table of facts. */
  fact: string;
  /** Which of the tenant's sources it came from; its keys are its own. */
  source: string;
  records?: readonly FactRecord[];
  /** The source's keys of rows that are no more. */
  deletions?: readonly string[];
};

export type IngestOutcome = { written: number; unchanged: number; deleted: number; rejected: Rejection[] };

/** How long sums may wait, so that a burst of batches is settled in one go. */
const settleAfterMs = 1000;

/**
 * The one way in for facts. A record takes the place of the one with its key, so a batch that comes twice changes
 * nothing; what is wrong is told record by record, and the others are stored.
 */
export async function ingestFacts(
  context: Context,
  { fact, source, records = [], deletions = [] }: IngestInput,
): Promise<IngestOutcome> {
  const table = factTables.find((known) => known.table === fact);
  if (!table)
    throw new AppError("invalid_input", `There is no table of facts "${fact}".`, { fields: { fact: "Unknown." } });
  const { checked, rejected } = readRecords(table, records);
  await lockFacts(context, table);
  const {
    settings: { timeZone },
  } = await readFigures(context);
  const batch = { table, source, timeZone };
  const rows = await rowsOf(context, table, checked);
  const days = new Set<string>();
  let written = 0;
  for (const { names, rows: alike } of bySignature(table, checked, rows)) {
    const change = await upsertFacts(context, batch, names, alike);
    written += change.rows;
    for (const day of change.days) days.add(day);
  }
  const removed = deletions.length > 0 ? await deleteFacts(context, batch, deletions) : { rows: 0, days: [] };
  for (const day of removed.days) days.add(day);
  if (await markDays(context, fact, [...days])) {
    await promiseSettling(context, new Date(Date.now() + settleAfterMs));
  }
  return { written, unchanged: checked.length - written, deleted: removed.rows, rejected };
}

/** Puts ids in the place of members' names. */
async function rowsOf(context: Context, table: FactTable, checked: readonly CheckedRecord[]): Promise<FactRow[]> {
  const named = new Map<string, Map<string, NamedMember>>();
  for (const { members } of checked) {
    for (const [field, member] of Object.entries(members)) {
      if (!member) continue;
      const dimension = dimensionOf(table, field);
      const known = named.get(dimension) ?? new Map<string, NamedMember>();
      named.set(dimension, known.set(member.key, member));
    }
  }
  const ids = new Map<string, Map<string, number>>();
  for (const dimension of [...named.keys()].sort()) {
    ids.set(dimension, await resolveMembers(context, dimension, named.get(dimension) ?? new Map()));
  }
  return checked.map(({ sourceKey, plain, members }) => {
    const row: FactRow = { source_key: sourceKey, ...plain };
    for (const [field, member] of Object.entries(members)) {
      row[columnOf(table, field)] = member ? (ids.get(dimensionOf(table, field))?.get(member.key) ?? null) : null;
    }
    return row;
  });
}

function dimensionOf({ columns }: FactTable, field: string): string {
  const type = columns[field]?.type;
  return typeof type === "object" && "member" in type ? type.member : "";
}

/** Rows with the same fields go together: a field that a record leaves out keeps what is stored. */
function bySignature(table: FactTable, checked: readonly CheckedRecord[], rows: readonly FactRow[]) {
  const groups = new Map<string, { names: string[]; rows: FactRow[] }>();
  for (const [place, { plain, members }] of checked.entries()) {
    const names = Object.keys(table.columns).filter((name) => name in plain || name in members);
    const key = names.join();
    const group = groups.get(key) ?? { names, rows: [] };
    groups.set(key, group);
    const row = rows[place];
    if (row) group.rows.push(row);
  }
  return groups.values();
}
