import type {
  BankLine,
  BankQueue,
  listBankLines as listContract,
  listBankOutstanding as outstandingContract,
  RouteOutput,
} from "@console/contracts";
import { z } from "zod";
import type { Context, SnapshotContext } from "../../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { AppError } from "../../../platform/errors.ts";
import { findPeopleNames } from "../../directory/index.ts";
import { dayIn, daysBetween, loadMetricState } from "../../metrics/index.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { nameAccounts } from "../book/entry-store.ts";
import {
  type BankLinePlace,
  type BankLineRow,
  countBankLines,
  findBankLine,
  selectBankLines,
} from "./bank-line-store.ts";
import { type BookLinePlace, selectOutstanding } from "./book-lines.ts";
import { findSuggestions, mostSuggestedFor, type Suggestions } from "./find-suggestions.ts";

const mostWords = 6;
const splitWords = (q: string) => q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);

/** Lines of the bank on an account in one state, a page at a time. */
export async function listBankLines(
  context: SnapshotContext,
  { account: name, state, q = "", cursor, limit }: z.output<(typeof listContract)["input"]>,
): Promise<BankQueue> {
  const account = await requireAccount(context, name);
  const rows = await selectBankLines(context, account.id, {
    state,
    words: splitWords(q),
    after: readPlace(cursor),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const counts = await countBankLines(context, account.id);
  const suggestions = await findSuggestions(context, account.id);
  const unambiguous = [...suggestions.values()].filter(([best]) => best?.isUnambiguous === true).length;
  return {
    items: await presentBankLines(context, shown, suggestions),
    next: rows.length > limit && last ? writeCursor([last.day, String(last.row_number), last.id]) : null,
    counts: { ...counts, unambiguous },
    suggestedFor: counts.open > mostSuggestedFor ? mostSuggestedFor : null,
  };
}

/** Lines of the book on an account that the bank has not said, a page at a time. */
export async function listOutstanding(
  context: Context,
  {
    account: name,
    q = "",
    direction,
    currency,
    isExpected = false,
    near,
    cursor,
    limit,
  }: z.output<(typeof outstandingContract)["input"]>,
): Promise<RouteOutput<typeof outstandingContract>> {
  const account = await requireAccount(context, name);
  const rows = await selectOutstanding(context, account.id, {
    words: splitWords(q),
    direction: direction ?? null,
    currency: currency ?? null,
    isExpected,
    near: near ?? null,
    after: readBookPlace(cursor),
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const today = await readToday(context);
  return {
    items: shown.map((row) => ({
      entry: row.entry_id,
      number: row.number,
      line: row.line,
      postingDay: row.posting_day,
      text: row.text,
      reference: row.reference,
      currency: row.currency,
      amountMinor: row.amount_minor,
      ageDays: daysBetween(row.posting_day, today),
    })),
    next:
      rows.length > limit && last ? writeCursor([last.posting_day, String(last.line_seq), String(last.line)]) : null,
  };
}

async function readToday(context: Context): Promise<string> {
  const { timeZone } = (await loadMetricState(context)).settings;
  return dayIn(timeZone, context.now);
}

const isDay = (text: string | null | undefined) => /^\d{4}-\d\d-\d\d$/.test(text ?? "");
const isNumber = (text: string | null | undefined) => /^\d{1,9}$/.test(text ?? "");

function readPlace(cursor: string | undefined): BankLinePlace | null {
  if (cursor === undefined) return null;
  const [day, row, id] = readCursor(cursor, 3) ?? [];
  if (day && row && id && isDay(day) && isNumber(row) && z.guid().safeParse(id).success) {
    return { day, row: Number(row), id };
  }
  throw foreignCursor();
}

function readBookPlace(cursor: string | undefined): BookLinePlace | null {
  if (cursor === undefined) return null;
  const [day, seq, line] = readCursor(cursor, 3) ?? [];
  if (day && isDay(day) && isNumber(seq) && /^\d{1,4}$/.test(line ?? "")) {
    return { day, seq: Number(seq), line: Number(line) };
  }
  throw foreignCursor();
}

export async function requireBankLine(context: Context, id: string): Promise<BankLineRow> {
  const row = z.guid().safeParse(id).success ? await findBankLine(context, id) : undefined;
  if (!row) throw new AppError("not_found", "There is no such line of a bank.");
  return row;
}

/** A line as it stands after something was done to it. */
export async function readBankLine(context: Context, id: string): Promise<BankLine> {
  const row = await requireBankLine(context, id);
  const [line] = await presentBankLines(context, [row], await findSuggestions(context, row.account_id));
  if (!line) throw new Error("A line of a bank was read without an answer.");
  return line;
}

export async function presentBankLines(
  context: Context,
  rows: readonly BankLineRow[],
  suggestions: Suggestions,
): Promise<BankLine[]> {
  const accounts = await nameAccounts(context, [...new Set(rows.map((row) => row.account_id))]);
  const uids = rows.flatMap((row) => [row.matched_by ?? [], row.explained_by ?? []].flat());
  const names = await findPeopleNames(context, [...new Set(uids)]);
  const namePerson = (uid: string | null) => (uid === null ? null : (names.get(uid) ?? uid));
  const today = await readToday(context);
  return rows.map((row) => ({
    id: row.id,
    account: accounts.get(row.account_id) ?? { id: row.account_id, code: "", name: "" },
    state: readState(row),
    day: row.day,
    amountMinor: row.amount_minor,
    currency: row.currency,
    text: row.text,
    reference: row.reference,
    counterparty: row.counterparty,
    fileName: row.file_name,
    row: row.row_number,
    ageDays: daysBetween(row.day, today),
    note: readState(row) === "open" ? describeWait(row) : null,
    explanation:
      row.explanation !== null && row.explained_at !== null
        ? { text: row.explanation, at: row.explained_at.toISOString(), by: namePerson(row.explained_by) }
        : null,
    match:
      row.matched_lines !== null && row.matched_at !== null
        ? {
            reason: row.match_reason ?? "",
            at: row.matched_at.toISOString(),
            by: namePerson(row.matched_by),
            lines: row.matched_lines,
          }
        : null,
    suggestions: readState(row) === "open" ? [...(suggestions.get(row.id) ?? [])] : [],
  }));
}

export function readState(row: BankLineRow): BankLine["state"] {
  if (row.matched_lines !== null) return "matched";
  return row.explanation === null ? "open" : "explained";
}

/** Why nothing is to be done about an open line, or why a rule has left it. */
function describeWait(row: BankLineRow): string | null {
  if (row.posted_state !== "pending") return row.rule_problem;
  return row.posted_needs_approval
    ? `Waits for approval of entry ${row.posted_number}.`
    : `Waits until entry ${row.posted_number} is posted.`;
}
