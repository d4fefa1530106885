import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { loadMetricState } from "../query/metric-store.ts";
import { promiseSettling } from "../rollups/settle-job.ts";
import { settleAfterMs } from "../rollups/settle-rollups.ts";
import {
  type AlikeRecords,
  type ColumnValues,
  deleteFacts,
  hasStoredKey,
  listIds,
  listKeys,
  listPlain,
  lockFacts,
  markDays,
  storeFacts,
} from "./fact-store.ts";
import { type FactTable, isMember } from "./fact-table.ts";
import { factTables } from "./fact-tables.ts";
import { type ByMember, findStoredMembers, resolveMembers } from "./member-store.ts";
import {
  type CheckedRecord,
  type FactRecord,
  type NamedMember,
  type Rejection,
  readBatch,
  readRecords,
} from "./read-records.ts";

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

/**
 * The one way in for facts. A record takes the place of the one with its key, so a batch that comes twice changes
 * nothing; what is wrong is told record by record, and the others are stored.
 */
export async function ingestFacts(
  context: Context,
  { fact, source, records = [], deletions = [] }: IngestInput,
): Promise<IngestOutcome> {
  const table = factTables.find((candidate) => candidate.table === fact);
  if (!table)
    throw new AppError("invalid_input", `There is no table of facts "${fact}".`, { fields: { fact: "Unknown." } });
  const { checked, rejected } = await readBatch(table, records);
  // As much as can be done before the lock, which other batches of the table wait for.
  const alike = byFields(checked);
  const keys = alike.map(listKeys);
  const plain = await listEach(alike, (records) => listPlain(table, records));
  const memberNames = namedMembers(table, checked);
  const listMembers = (ids: ByMember<number>) => listEach(alike, (records) => listIds(table, records, ids));
  const cachedIds = await findStoredMembers(context, memberNames);
  const members = cachedIds && (await listMembers(cachedIds));
  // Sent together and done one after the other, so that what is read stands until the batch is stored.
  const [, { settings }, ...hasStoredKeys] = await Promise.all([
    lockFacts(context, table),
    loadMetricState(context),
    ...keys.map((own) => hasStoredKey(context, { table, source }, own)),
  ]);
  const batch = { table, source, timeZone: settings.timeZone };
  const resolved = members ?? (await listMembers(await resolveMembers(context, memberNames)));
  const days = new Set<string>();
  let writtenRows = 0;
  for (const [index, own] of keys.entries()) {
    const columnValues = [...(plain[index] ?? []), ...(resolved[index] ?? [])];
    const change = await storeFacts(context, batch, {
      keys: own,
      stored: columnValues,
      hasStoredKey: hasStoredKeys[index] ?? true,
    });
    writtenRows += change.rows;
    for (const day of change.days) days.add(day);
  }
  const removed = deletions.length > 0 ? await deleteFacts(context, batch, deletions) : { rows: 0, days: [] };
  for (const day of removed.days) days.add(day);
  if (await markDays(context, fact, [...days])) {
    await promiseSettling(context, new Date(Date.now() + settleAfterMs));
  }
  return { written: writtenRows, unchanged: checked.length - writtenRows, deleted: removed.rows, rejected };
}

async function listEach(alike: readonly AlikeRecords[], list: (records: AlikeRecords) => Promise<ColumnValues[]>) {
  const lists: ColumnValues[][] = [];
  for (const records of alike) lists.push(await list(records));
  return lists;
}

/** The columns of a table that name members. */
function namingColumns({ columns }: FactTable) {
  return Object.values(columns).flatMap((column, index) =>
    isMember(column) ? [{ index, dimension: column.type.member }] : [],
  );
}

/** All members that records name, each once. */
function namedMembers(table: FactTable, checked: readonly CheckedRecord[]): ByMember<NamedMember> {
  const memberNames: ByMember<NamedMember> = new Map();
  for (const { index, dimension } of namingColumns(table)) {
    const members = memberNames.get(dimension) ?? new Map<string, NamedMember>();
    for (const { values } of checked) {
      const member = values[index] as NamedMember | null | undefined;
      if (member) members.set(member.key, member);
    }
    if (members.size > 0) memberNames.set(dimension, members);
  }
  return memberNames;
}

/** Records with the same fields go together: a field that a record leaves out keeps what is stored. */
function byFields(checked: readonly CheckedRecord[]): AlikeRecords[] {
  const groups = new Map<number, AlikeRecords & { records: CheckedRecord[] }>();
  for (const record of checked) {
    const group = groups.get(record.fields);
    if (group) group.records.push(record);
    else {
      const columnIndexes = record.values.flatMap((value, index) => (value === undefined ? [] : [index]));
      groups.set(record.fields, { columnIndexes, records: [record] });
    }
  }
  return [...groups.values()];
}

/** What would be wrong with records, without storing any of them. */
export function checkFacts(fact: string, records: readonly FactRecord[]): Rejection[] {
  const table = factTables.find((candidate) => candidate.table === fact);
  return table ? readRecords(table, records).rejected : [];
}
