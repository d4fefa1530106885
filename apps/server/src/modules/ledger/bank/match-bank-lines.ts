import { randomUUID } from "node:crypto";
import type {
  acceptBankSuggestions as acceptContract,
  BankLine,
  explainBankLine as explainContract,
  matchBankLine as matchContract,
  RouteOutput,
  unmatchBankLine as unmatchContract,
} from "@console/contracts";
import { formatMoney } from "@console/figures/format";
import type { z } from "zod";
import { type Context, readFormats } from "../../../platform/context.ts";
import { AppError, wrongField } from "../../../platform/errors.ts";
import { requireAccount } from "../accounts/manage-accounts.ts";
import { lockBook } from "../book/book-lock.ts";
import { type BankLineRow, undoMatches, updateBankLine } from "./bank-line-store.ts";
import { findOutstanding } from "./book-lines.ts";
import { findSuggestions } from "./find-suggestions.ts";
import { readBankLine, readState, requireBankLine } from "./list-bank-lines.ts";

type BookLine = { entry: string; line: number; amountMinor: number };

/** Says which lines of the book a line of the bank is, as it was suggested or as somebody has chosen. */
export async function matchBankLine(
  context: Context,
  { bankLine: id, lines }: z.output<(typeof matchContract)["input"]>,
): Promise<BankLine> {
  await lockBook(context);
  const row = await requireOpen(context, id);
  const bookLines = await requireFitting(context, row, lines);
  const suggestions = (await findSuggestions(context, row.account_id)).get(row.id) ?? [];
  const nameLines = (own: readonly { entry: string; line: number }[]) =>
    own
      .map(({ entry, line }) => `${entry} ${line}`)
      .sort()
      .join(", ");
  const suggestion = suggestions.find((one) => nameLines(one.lines) === nameLines(lines));
  await insertMatch(context, row.id, bookLines, suggestion?.reason ?? "Matched by hand");
  return readBankLine(context, row.id);
}

/** Matches every open line of an account whose suggestion is unambiguous. */
export async function acceptSuggestions(
  context: Context,
  { account: name }: z.output<(typeof acceptContract)["input"]>,
): Promise<RouteOutput<typeof acceptContract>> {
  await lockBook(context);
  const account = await requireAccount(context, name);
  let matched = 0;
  for (const [id, [best]] of await findSuggestions(context, account.id)) {
    if (!best?.isUnambiguous) continue;
    await insertMatch(context, id, best.lines, best.reason);
    matched += 1;
  }
  return { matched };
}

/** Takes the match of a line back; who did it stays on record. */
export async function unmatchBankLine(
  context: Context,
  { bankLine: id }: z.output<(typeof unmatchContract)["input"]>,
): Promise<BankLine> {
  await lockBook(context);
  const row = await requireBankLine(context, id);
  if (readState(row) !== "matched") throw new AppError("conflict", "This line is not matched.");
  await undoMatches(context, row.id);
  return readBankLine(context, row.id);
}

/** Says why a line needs no entry, or takes that back. */
export async function explainBankLine(
  context: Context,
  { bankLine: id, text }: z.output<(typeof explainContract)["input"]>,
): Promise<BankLine> {
  await lockBook(context);
  if (text === null) {
    const row = await requireBankLine(context, id);
    if (readState(row) !== "explained") throw new AppError("conflict", "This line is not explained.");
    await updateBankLine(context, row.id, { explanation: null, explained_at: null, explained_by: null });
    return readBankLine(context, row.id);
  }
  const row = await requireOpen(context, id);
  await updateBankLine(context, row.id, {
    explanation: text,
    explained_at: context.now,
    explained_by: context.actor.kind === "user" ? context.actor.uid : null,
  });
  return readBankLine(context, row.id);
}

/** A line that nothing was decided about, and that waits for no entry of its own. */
export async function requireOpen(context: Context, id: string): Promise<BankLineRow> {
  const row = await requireBankLine(context, id);
  const state = readState(row);
  if (state !== "open") throw new AppError("conflict", `This line is ${state} already.`);
  if (row.posted_state === "pending") {
    throw new AppError("conflict", `This line waits for entry ${row.posted_number}: post or void that first.`);
  }
  return row;
}

async function requireFitting(
  context: Context,
  row: BankLineRow,
  lines: readonly { entry: string; line: number }[],
): Promise<BookLine[]> {
  const rows = await findOutstanding(context, row.account_id, lines);
  const found = new Map(rows.map((one) => [`${one.entry_id} ${one.line}`, one]));
  const seen = new Set<string>();
  const bookLines = lines.map(({ entry, line }, place) => {
    const key = `${entry.toLowerCase()} ${line}`;
    const own = found.get(key);
    if (!own) {
      throw wrongField(`lines.${place}`, "This line of the book is on another account, matched already or reversed.");
    }
    if (seen.has(key)) throw wrongField(`lines.${place}`, `A line of entry ${own.number} is named twice.`);
    seen.add(key);
    if (own.currency !== row.currency) {
      throw wrongField(
        `lines.${place}`,
        `Entry ${own.number} is in ${own.currency}, the line of the bank in ${row.currency}.`,
      );
    }
    return { entry: own.entry_id, line: own.line, amountMinor: own.amount_minor };
  });
  const sum = bookLines.reduce((total, { amountMinor }) => total + amountMinor, 0);
  if (sum !== row.amount_minor) {
    const formats = readFormats(context);
    const [chosen, wanted] = [sum, row.amount_minor].map((amount) => formatMoney(amount, row.currency, formats));
    throw wrongField(
      "lines",
      `The chosen lines sum up to ${chosen} ${row.currency}, not to ${wanted} ${row.currency}.`,
    );
  }
  return bookLines;
}

export async function insertMatch(
  context: Context,
  bankLine: string,
  lines: readonly BookLine[],
  reason: string,
): Promise<void> {
  const { db, tenantId, now, actor } = context;
  await db
    .insertInto("ledger_bank_matches")
    .values(
      lines.map(({ entry, line, amountMinor }) => ({
        tenant_id: tenantId,
        id: randomUUID(),
        bank_line_id: bankLine,
        entry_id: entry,
        line,
        amount_minor: amountMinor,
        reason,
        matched_at: now,
        matched_by: actor.kind === "user" ? actor.uid : null,
      })),
    )
    .execute();
}
