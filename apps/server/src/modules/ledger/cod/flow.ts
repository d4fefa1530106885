import { createHash } from "node:crypto";
import type { CodFlowState, LedgerEntry } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { lockBook } from "../book/book-lock.ts";
import type { EntryInput } from "../book/draft-entry.ts";
import { postEntry } from "../book/post-entry.ts";

/** What hand-ins, deposits and payouts have in common: each stands beside an entry, and is written once for its key. */
type FlowRow = {
  id: string;
  entry_id: string;
  seq: number;
  state: CodFlowState;
  currency: string;
  created_at: Date;
  created_by: string | null;
};

type Keyed = { key: string };
type Present<Row, Answer> = (context: Context, rows: readonly Row[]) => Promise<Answer[]>;
type Ways<Input, Row, Answer> = {
  find(context: Context, key: string): Promise<Row | undefined>;
  write(context: Context, input: Input, fingerprint: string): Promise<void>;
  present: Present<Row, Answer>;
};

/** Writes what a call asks for in the turn of the book, or answers with what stands for its key already. */
export async function writeOnce<Input extends Keyed, Row extends FlowRow & { fingerprint: string }, Answer>(
  context: Context,
  input: Input,
  { find, write, present }: Ways<Input, Row, Answer>,
): Promise<Answer> {
  await lockBook(context);
  const fingerprint = fingerprintInput(input);
  const stored = await find(context, input.key);
  if (stored && stored.fingerprint !== fingerprint) {
    const message = `The key ${input.key} was used for something else.`;
    throw new AppError("conflict", message, { fields: { key: message } });
  }
  if (!stored) await write(context, input, fingerprint);
  const row = stored ?? (await find(context, input.key));
  const [answer] = row ? await present(context, [row]) : [];
  if (answer === undefined) throw new Error(`Nothing stands for the key ${input.key} after it was written.`);
  return answer;
}

/** What was said with a key. */
function fingerprintInput(input: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(input).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}

type Flow = Pick<EntryInput, "key" | "text" | "reference" | "lines"> & {
  kind: "hand-in" | "deposit" | "payout";
  id: string;
};

const longestText = 300;

/** Posts the entry of a flow; from the limit on it waits for a second person. */
export function postFlow(context: Context, { kind, id, key, text, reference, lines }: Flow): Promise<LedgerEntry> {
  const entry = {
    key: `${kind} ${key}`,
    text: text.slice(0, longestText),
    reference,
    rates: {},
    isPending: false,
    lines,
  };
  return postEntry(context, entry, { source: kind, cause: { kind, id } });
}

/** The columns that the rows of all flows have. */
export function fillFlowColumns(
  { tenantId, now, actor }: Context,
  { id, key, fingerprint, entry }: { id: string; key: string; fingerprint: string; entry: Pick<LedgerEntry, "id"> },
) {
  return {
    tenant_id: tenantId,
    id,
    key,
    fingerprint,
    entry_id: entry.id,
    created_at: now,
    created_by: actor.kind === "user" ? actor.uid : null,
  };
}

/** Flows as they are answered: what all have, and what is their own. */
export async function presentFlows<Row extends FlowRow, Own extends object>(
  context: Context,
  rows: readonly Row[],
  presentOwn: (row: Row) => Own,
) {
  const names = await findPeopleNames(
    context,
    rows.flatMap((row) => row.created_by ?? []),
  );
  return rows.map((row) => ({
    ...presentOwn(row),
    id: row.id,
    entry: { id: row.entry_id, number: row.seq },
    state: row.state,
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by === null ? null : (names.get(row.created_by) ?? row.created_by),
  }));
}

/** A page of flows as it is answered. */
export async function presentFlowPage<Row, Item>(
  context: Context,
  { rows, total }: { rows: readonly Row[]; total: number },
  { page, limit, present }: { page: number; limit: number; present: Present<Row, Item> },
) {
  return { total, page, pages: Math.max(1, Math.ceil(total / limit)), items: await present(context, rows) };
}
