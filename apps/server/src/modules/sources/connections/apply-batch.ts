import type { FactBatch, SourceBatch } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { type CheckedRecords, checkRecords, findKeysOfLoad, storeChecked } from "../../metrics/index.ts";
import { noteKeys } from "../listings/listed-store.ts";
import { labelForField } from "../mapping/target-tables.ts";
import type { Connection } from "./connection-store.ts";
import { closeSuperseded, countValues, insertRejects, type Reject } from "./reject-store.ts";
import { noRows, type RowCounts, type Run } from "./run-store.ts";

type Target = { connection: Pick<Connection, "id" | "kind">; run: Pick<Run, "id"> };

/** Takes in one piece of a source: its facts, what could not be read, and what the mapping does not know. */
export async function applyBatch(context: Context, target: Target, batch: SourceBatch): Promise<RowCounts> {
  const { connection, run } = target;
  const counts: RowCounts = { ...noRows, read: batch.read };
  const rejects: Reject[] = batch.unreadable.map(({ row, ...rest }) => ({ ...rest, record: row }));
  /** The last of the records that have a key, by the key. */
  const lastOrders = new Map<string, number>();
  for (const facts of batch.facts) {
    const { checked, rejected } = await checkRecords(facts.fact, facts.records);
    for (const { sourceKey, index } of checked.records) {
      lastOrders.set(`${facts.fact} ${sourceKey}`, facts.rows[index]?.order ?? 0);
    }
    addCounts(counts, await storeByRule(context, target, facts, checked));
    counts.deleted += await deleteByRule(context, target, facts);
    rejects.push(...toRejects(facts, rejected));
    await closeSuperseded(context, {
      connection: connection.id,
      run: facts.load ?? run.id,
      fact: facts.fact,
      keys: checked.records.map(({ sourceKey }) => sourceKey),
      before: batch.closesBefore ?? null,
    });
  }
  counts.rejected = rejects.length;
  counts.leftOut = rejects.filter(({ isLeftOut }) => isLeftOut === true).length;
  const isSuperseded = ({ fact, key, order = 0 }: Reject) =>
    key !== undefined && (lastOrders.get(`${fact} ${key}`) ?? -1) > order;
  await insertRejects(
    context,
    { connection: connection.id, run: run.id },
    rejects.map((reject) => (isSuperseded(reject) ? { ...reject, isSuperseded: true } : reject)),
  );
  await countValues(context, connection.id, batch.unmapped);
  return counts;
}

type Taken = Pick<RowCounts, "written" | "replaced" | "unchanged" | "duplicates">;

function addCounts(counts: RowCounts, taken: Taken): void {
  counts.written += taken.written;
  counts.replaced += taken.replaced;
  counts.unchanged += taken.unchanged;
  counts.duplicates += taken.duplicates;
}

/** What rows of a run are stored in. */
function storeTarget({ connection, run }: Target, { fact, load: origin = run.id }: Pick<FactBatch, "fact" | "load">) {
  // The provider's rows are read again from the provider: there is nothing to come back to.
  const load = connection.kind === "tookan" ? null : origin;
  // A file is not read again: what later files hold too is noted, so that undoing an earlier one leaves it.
  return { fact, source: connection.id, load, notesHeld: connection.kind === "file" };
}

/** The run's own list of the keys that it has shown. Rows of another load are no duplicates of its lines. */
function runListing({ run }: Target, { fact, load: origin = run.id }: Pick<FactBatch, "fact" | "load">) {
  return { run: run.id, fact: origin === run.id ? fact : `${fact} of ${origin}` };
}

/** Removes the rows that are no more, after those of the piece are stored; where the first row of a key counts, it stays. */
async function deleteByRule(context: Context, target: Target, facts: FactBatch): Promise<number> {
  const { fact, deletions = [], duplicates: rule } = facts;
  if (deletions.length === 0) return 0;
  const seen =
    rule === "first" ? await noteKeys(context, { ...runListing(target, facts), keys: deletions }) : new Map();
  const due = deletions.filter((key) => !seen.has(key));
  const { deleted } = await storeChecked(
    context,
    { ...storeTarget(target, facts), deletions: due },
    { fact, records: [] },
  );
  return deleted;
}

/** Stores records; those of a run that share a key become what the mapping's rule says, also across pieces. */
async function storeByRule(context: Context, run: Target, facts: FactBatch, checked: CheckedRecords): Promise<Taken> {
  const { fact, duplicates: rule } = facts;
  const target = storeTarget(run, facts);
  if (rule === undefined) return storeChecked(context, target, checked);
  const keys = checked.records.map(({ sourceKey }) => sourceKey);
  const listing = runListing(run, facts);
  const seenBefore = await noteKeys(context, { ...listing, keys });
  if (rule === "each") {
    const counted = countEach(checked, seenBefore);
    const repeated = counted.records.map(({ sourceKey }) => sourceKey).filter((key, index) => key !== keys[index]);
    await noteKeys(context, { ...listing, keys: repeated });
    return storeChecked(context, target, counted);
  }
  const fresh = checked.records.filter(({ sourceKey }) => !seenBefore.has(sourceKey));
  const again = checked.records.filter(({ sourceKey }) => seenBefore.has(sourceKey));
  if (rule === "first") {
    const firsts = [...new Map([...fresh].reverse().map((record) => [record.sourceKey, record])).values()].reverse();
    const taken = await storeChecked(context, target, { fact, records: firsts });
    return { ...taken, duplicates: checked.records.length - firsts.length };
  }
  const taken = await storeChecked(context, target, { fact, records: fresh });
  return again.length === 0 ? taken : replaceEarlier(context, target, { fact, records: again }, taken);
}

/** Lets each of equal rows count: the second one of a run has a key of its own, and so on. */
function countEach({ fact, records }: CheckedRecords, seenBefore: ReadonlyMap<string, number>): CheckedRecords {
  const seen = new Map(seenBefore);
  return {
    fact,
    records: records.map((record) => {
      const ordinal = (seen.get(record.sourceKey) ?? 0) + 1;
      seen.set(record.sourceKey, ordinal);
      return ordinal === 1 ? record : { ...record, sourceKey: `${record.sourceKey} ${ordinal}` };
    }),
  };
}

/**
 * Records whose key came before in the same run take the place of the earlier ones, and count as duplicates. A row that
 * the earlier one has left as it was is replaced now.
 */
async function replaceEarlier(
  context: Context,
  target: { fact: string; source: string; load: string | null; notesHeld: boolean },
  { fact, records }: CheckedRecords,
  taken: Taken,
): Promise<Taken> {
  const keys = records.map(({ sourceKey }) => sourceKey);
  const own = target.load === null ? new Set<string>() : await findKeysOfLoad(context, target, keys);
  const ofOthers = records.filter(({ sourceKey }) => !own.has(sourceKey));
  await storeChecked(context, target, { fact, records: records.filter(({ sourceKey }) => own.has(sourceKey)) });
  const { written, replaced } = await storeChecked(context, target, { fact, records: ofOthers });
  return {
    ...taken,
    written: taken.written + written,
    replaced: taken.replaced + replaced,
    unchanged: taken.unchanged - replaced - written,
    duplicates: taken.duplicates + records.length,
  };
}

/** One reject for each row, with all that is wrong with it. */
function toRejects(
  { fact, records, rows }: FactBatch,
  rejected: readonly { index: number; field: string; message: string }[],
): Reject[] {
  const byRow = new Map<number, { field: string; message: string }[]>();
  for (const { index, ...wrong } of rejected) byRow.set(index, [...(byRow.get(index) ?? []), wrong]);
  return [...byRow].map(([index, wrong]) => {
    const key = records[index]?.source_key;
    return {
      fact,
      place: rows[index]?.place ?? "",
      field: wrong.map(({ field }) => field).join(", "),
      reason: wrong.map(({ field, message }) => `${labelForField(fact, field)}: ${message}`).join(" "),
      record: rows[index]?.row ?? records[index] ?? {},
      order: rows[index]?.order ?? 0,
      day: rows[index]?.day ?? null,
      ...(rows[index]?.amount !== undefined && { amount: rows[index].amount }),
      ...(typeof key === "string" && { key }),
    };
  });
}
