import type { Context } from "../../../platform/context.ts";
import { type Alike, type ColumnValues, compareFacts, findAlike, findCorrected } from "./fact-store.ts";
import { type CheckedRecords, prepareRecords, requireFactTable } from "./ingest-facts.ts";
import { findMembers } from "./member-store.ts";
import { mergeByKey } from "./read-records.ts";
import type { Resemblance } from "./resembling-rows.ts";

/** What storing records would do: rows that are new, that are replaced, and that are here under another key. */
export type Judgement = {
  written: number;
  replaced: number;
  unchanged: number;
  doubles: number;
  /** Which loads the rows are of that are here under another key. */
  doubledLoads: Alike["loads"];
  /** Stored rows that new ones resemble but for one field; only where rows are known by all that they say. */
  corrected: Resemblance[];
};

/** Finds out what storing records would do, without storing them. */
export async function judgeRecords(
  context: Context,
  { source, isKnownByContent }: { source: string; isKnownByContent: boolean },
  { fact, records }: CheckedRecords,
): Promise<Judgement> {
  const table = requireFactTable(fact);
  const merged = mergeByKey(records);
  const { alike, keys, plain, memberNames, listMembers } = await prepareRecords(context, table, merged);
  const members = await listMembers(await findMembers(context, memberNames));
  const judgement: Judgement = { written: 0, replaced: 0, unchanged: 0, doubles: 0, doubledLoads: [], corrected: [] };
  for (const [index] of alike.entries()) {
    const stored: ColumnValues[] = [...(plain[index] ?? []), ...(members[index] ?? [])];
    const input = { keys: keys[index] ?? Buffer.alloc(0), stored };
    const change = await compareFacts(context, { table, source }, input);
    judgement.written += change.written;
    judgement.replaced += change.replaced;
    judgement.unchanged += change.unchanged;
    if (change.written === 0) continue;
    const found = await findAlike(context, { table, source }, input);
    judgement.doubles += found.rows;
    judgement.doubledLoads.push(...found.loads);
    if (!isKnownByContent) continue;
    const corrected = await findCorrected(context, { table, source }, input);
    judgement.corrected.push(...corrected.filter(({ isSame }) => !isSame));
  }
  return judgement;
}
