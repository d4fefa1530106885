import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { loadMetricState } from "../query/metric-store.ts";
import { promiseSettling } from "../rollups/settle-job.ts";
import { settleAfterMs } from "../rollups/settle-rollups.ts";
import { completeMembers } from "./complete-members.ts";
import {
  type AlikeRecords,
  type ColumnValues,
  deleteFacts,
  hasRemovedRows,
  hasStoredKey,
  listIds,
  listKeys,
  listPlain,
  lockFacts,
  markDays,
  noteReturn,
  storeFacts,
} from "./fact-store.ts";
import { type FactTable, isMember } from "./fact-table.ts";
import { loadTables, memberDetails, readDetailKey, stockMovements } from "./fact-tables.ts";
import { followCounts } from "./follow-counts.ts";
import { noteHeld } from "./held-rows.ts";
import { type ByMember, findStoredMembers, resolveMembers } from "./member-store.ts";
import {
  type CheckedRecord,
  type FactRecord,
  mergeByKey,
  type NamedMember,
  type Rejection,
  readBatch,
  readRecords,
} from "./read-records.ts";

type Target = {
  /** The table of facts. */
  fact: string;
  /** Which of the tenant's sources it came from; its keys are its own. */
  source: string;
  /** The load that the rows belong to; what it replaces or removes is kept, so that it can be undone. */
  load?: string;
  /** The load also holds the rows that it leaves as they were: undoing an earlier load leaves these. */
  notesHeld?: boolean;
  /** The source's keys of rows that are no more. */
  deletions?: readonly string[];
};

export type IngestInput = Target & { records?: readonly FactRecord[] };

/** Records that are right, in the order in which they came; only `checkRecords` makes them. */
export type CheckedRecords = { readonly fact: string; readonly records: readonly CheckedRecord[] };

/**
 * What became of the records: each is written as a new row, replaces one, leaves one as it was, shares its key with a
 * later record of the batch, or is rejected.
 */
export type IngestOutcome = {
  written: number;
  replaced: number;
  unchanged: number;
  duplicates: number;
  deleted: number;
  rejected: Rejection[];
};

/**
 * The one way in for facts. A record takes the place of the one with its key, so a batch that comes twice changes
 * nothing; what is wrong is told record by record, and the others are stored.
 */
export async function ingestFacts(context: Context, { records = [], ...target }: IngestInput): Promise<IngestOutcome> {
  const { checked, rejected } = await checkRecords(target.fact, records);
  return { ...(await storeChecked(context, target, checked)), rejected };
}

/** Checks records of a batch, for those who choose among them before they are stored. */
export async function checkRecords(
  fact: string,
  records: readonly FactRecord[],
): Promise<{ checked: CheckedRecords; rejected: Rejection[] }> {
  const { checked, rejected } = await readBatch(requireFactTable(fact), records);
  return { checked: { fact, records: checked }, rejected };
}

/** A table of facts by its name. */
export function requireFactTable(fact: string): FactTable {
  const table = loadTables.find((candidate) => candidate.table === fact);
  if (table) return table;
  throw new AppError("invalid_input", `There is no table of facts "${fact}".`, { fields: { fact: "Unknown." } });
}

/** Stores records that were checked. */
export async function storeChecked(
  context: Context,
  { fact, source, load = null, deletions = [], notesHeld }: Omit<Target, "load"> & { load?: string | null },
  { records: all }: CheckedRecords,
): Promise<Omit<IngestOutcome, "rejected">> {
  const table = requireFactTable(fact);
  const checked = mergeByKey(all);
  // As much as can be done before the lock, which other batches of the table wait for.
  const { alike, keys, plain, members, memberNames, listMembers } = await prepareRecords(context, table, checked);
  // Sent together and done one after the other, so that what is read stands until the batch is stored.
  const [, { settings }, hasRemoved, ...hasStoredKeys] = await Promise.all([
    lockFacts(context, table),
    loadMetricState(context),
    hasRemovedRows(context, { table, source }),
    ...keys.map((own) => hasStoredKey(context, { table, source }, own)),
  ]);
  const batch = { table, source, timeZone: settings.timeZone, currency: settings.currency, load };
  const resolved = members ?? (await listMembers(await resolveMembers(context, memberNames)));
  const days = new Set<string>();
  let [changed, replaced] = [0, 0];
  for (const [index, { records }] of alike.entries()) {
    if (hasRemoved) await noteReturn(context, batch, keys[index] ?? Buffer.alloc(0));
    const change = await storeFacts(context, batch, {
      keys: keys[index] ?? Buffer.alloc(0),
      stored: [...(plain[index] ?? []), ...(resolved[index] ?? [])],
      hasStoredKey: hasStoredKeys[index] ?? true,
    });
    if (notesHeld && load !== null && change.rows < records.length) {
      await noteHeld(context, { table: fact, source, load }, keys[index] ?? Buffer.alloc(0));
    }
    changed += change.rows;
    replaced += change.replaced;
    for (const day of change.days) days.add(day);
  }
  const removed = deletions.length > 0 ? await deleteFacts(context, batch, deletions) : { rows: 0, days: [] };
  for (const day of removed.days) days.add(day);
  await followChange(context, table, { days, keys: [...checked.map(({ sourceKey }) => sourceKey), ...deletions] });
  return {
    written: changed - replaced,
    replaced,
    unchanged: checked.length - changed,
    duplicates: all.length - checked.length,
    deleted: removed.rows,
  };
}

/** Marks days dirty and has their figures settled soon. */
export async function markChanged(context: Context, fact: string, days: ReadonlySet<string>): Promise<void> {
  if (await markDays(context, requireFactTable(fact), [...days])) {
    await promiseSettling(context, new Date(Date.now() + settleAfterMs));
  }
}

/** Brings all that follows from rows up to date after some of them have changed: figures, members and counted stock. */
export async function followChange(
  context: Context,
  { table, completes }: FactTable,
  { days, keys }: { days: ReadonlySet<string>; keys: readonly string[] },
): Promise<void> {
  await markChanged(context, table, days);
  if (table === memberDetails.table && keys.length > 0) {
    const changedDays = await completeMembers(context, keys.map(readDetailKey));
    for (const [fact, ownDays] of changedDays) await markChanged(context, fact, ownDays);
  }
  if (table === stockMovements.table || completes === stockMovements.table) {
    await markChanged(context, stockMovements.table, await followCounts(context));
  }
}

/** Records in lists as the database takes them; members that are stored already by their ids. */
export async function prepareRecords(context: Context, table: FactTable, checked: readonly CheckedRecord[]) {
  const alike = byFields(checked);
  const memberNames = namedMembers(table, checked);
  const listMembers = (ids: ByMember<number>) => listEach(alike, (records) => listIds(table, records, ids));
  const keys = alike.map(listKeys);
  const plain = await listEach(alike, (records) => listPlain(table, records));
  const storedIds = await findStoredMembers(context, memberNames);
  return { alike, keys, plain, members: storedIds && (await listMembers(storedIds)), memberNames, listMembers };
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
  const table = loadTables.find((candidate) => candidate.table === fact);
  return table ? readRecords(table, records).rejected : [];
}
