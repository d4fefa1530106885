import type { LedgerEntry, LedgerEntryHead, LedgerEntryState } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { type EntrySources, nameSource, readEntrySources } from "./entry-sources.ts";
import { type EntryRow, findEntry, nameAccounts, selectLines } from "./entry-store.ts";

export function readState(row: EntryRow): LedgerEntryState {
  if (row.decided_kind === "void") return "voided";
  if (row.is_pending && row.decided_kind === null) return "pending";
  return row.reversal_id === null ? "posted" : "reversed";
}

/** Who has to do with entries, what has brought them, and who looks at them. */
export type EntryReaders = { names: ReadonlyMap<string, string>; sources: EntrySources; uid: string | null };

/** The names of those who made or decided entries, and of what has brought them. */
export async function readNames(context: Context, rows: readonly EntryRow[]): Promise<EntryReaders> {
  const uids = new Set(rows.flatMap((row) => [row.created_by ?? [], row.decided_by ?? []].flat()));
  const names = await findPeopleNames(context, [...uids]);
  const sources = await readEntrySources(context, rows);
  return { names, sources, uid: context.actor.kind === "user" ? context.actor.uid : null };
}

const namePerson = ({ names }: EntryReaders, uid: string | null) => (uid === null ? null : (names.get(uid) ?? uid));

export function presentHead(row: EntryRow, readers: EntryReaders): LedgerEntryHead {
  const { id, seq, about, about_seq: aboutSeq, reversal_id: reversalId, reversal_seq: reversalSeq } = row;
  // A pending entry counts from the day of its posting.
  const postingDay = (row.decided_kind === "posting" ? row.decided_day : null) ?? row.posting_day;
  return {
    id,
    number: seq,
    key: row.key ?? "",
    state: readState(row),
    postingDay,
    valueDay: row.value_day,
    isBackDated: row.value_day < postingDay,
    text: row.text,
    reference: row.reference,
    source: nameSource(row, readers.sources),
    createdAt: row.created_at.toISOString(),
    createdBy: namePerson(readers, row.created_by),
    isOwn: row.created_by !== null && row.created_by === readers.uid,
    needsApproval: row.needs_approval,
    amounts: row.amounts,
    reverses: about !== null && aboutSeq !== null ? { id: about, number: aboutSeq } : null,
    reversedBy: reversalId !== null && reversalSeq !== null ? { id: reversalId, number: reversalSeq } : null,
  };
}

/** An entry with all that is known of it. */
export async function presentEntry(context: Context, row: EntryRow): Promise<LedgerEntry> {
  const posted = await selectLines(context, row.id);
  const lines = posted.length > 0 ? posted : (row.pending_lines ?? []);
  const accounts = await nameAccounts(context, [...new Set(lines.map((line) => line.account_id))]);
  const readers = await readNames(context, [row]);
  return {
    ...presentHead(row, readers),
    lines: lines.map((line) => ({
      line: line.line,
      account: accounts.get(line.account_id) ?? { id: line.account_id, code: "", name: "" },
      currency: line.currency,
      amountMinor: line.amount_minor,
      baseMinor: line.base_minor,
      customer: line.customer,
      supplier: line.supplier,
      driver: line.driver,
      branch: line.branch,
      costCenter: line.cost_center,
      dueDay: line.due_day,
      text: line.text,
    })),
    cause: row.cause,
    baseCurrency: row.base_currency,
    rates: row.rates ?? {},
    decision: presentDecision(row, readers),
    mark: row.mark,
  };
}

function presentDecision(row: EntryRow, readers: EntryReaders): LedgerEntry["decision"] {
  if (row.decided_kind === null || row.decided_at === null) return null;
  const posted = row.needs_approval ? "approved" : "posted";
  return {
    kind: row.decided_kind === "void" ? "voided" : posted,
    at: row.decided_at.toISOString(),
    by: namePerson(readers, row.decided_by),
  };
}

export async function requireEntry(context: Context, id: string): Promise<EntryRow> {
  const row = await findEntry(context, { id });
  if (!row) throw new AppError("not_found", "There is no such entry.");
  return row;
}

/** An entry as it stands now. */
export async function readEntry(context: Context, id: string): Promise<LedgerEntry> {
  return presentEntry(context, await requireEntry(context, id));
}
