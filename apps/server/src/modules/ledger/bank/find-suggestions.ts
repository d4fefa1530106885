import { formatShortDay } from "@console/figures/format";
import { type Context, readFormats } from "../../../platform/context.ts";
import { addDays } from "../../metrics/index.ts";
import { type BankLineRow, selectBankLines } from "./bank-line-store.ts";
import { selectCandidates } from "./book-lines.ts";
import {
  type Candidate,
  type MatchSuggestion,
  mostDaysApart,
  type OpenBankLine,
  suggestMatches,
} from "./suggest-matches.ts";

/** Suggestions are made for so many of the oldest open lines, among so many lines of the book. */
export const mostSuggestedFor = 1000;
const mostCandidates = 20_000;

export type BookCandidate = Candidate & { text: string };
export type Suggestions = ReadonlyMap<string, MatchSuggestion<BookCandidate>[]>;

/** What the open lines of an account may be in the book: all of them are looked at, for two may want the same. */
export async function findSuggestions(context: Context, account: string): Promise<Suggestions> {
  const open = await selectBankLines(context, account, {
    state: "open",
    words: [],
    after: null,
    limit: mostSuggestedFor,
  });
  const { suggestions, isWhole } = await suggestFor(context, account, open);
  if (isWhole) return suggestions;
  // What was not looked at may be as good.
  const doubtful = (own: MatchSuggestion<BookCandidate>[]) => own.map((one) => ({ ...one, isUnambiguous: false }));
  return new Map([...suggestions].map(([id, own]) => [id, doubtful(own)]));
}

/** What some open lines of an account may be in the book, and whether all that they may be was looked at. */
export async function suggestFor(
  context: Context,
  account: string,
  lines: readonly BankLineRow[],
): Promise<{ suggestions: Suggestions; isWhole: boolean }> {
  if (lines.length === 0) return { suggestions: new Map(), isWhole: true };
  const bankLines = lines.map(toOpenLine);
  const rows = await selectCandidates(context, account, describeWanted(bankLines), mostCandidates + 1);
  const candidates = rows.slice(0, mostCandidates).map((row) => ({
    entry: row.entry_id,
    number: row.number,
    line: row.line,
    postingDay: row.posting_day,
    text: row.text,
    reference: row.reference,
    currency: row.currency,
    amountMinor: row.amount_minor,
  }));
  const formats = readFormats(context);
  const suggestions = suggestMatches(bankLines, candidates, (day) => formatShortDay(day, null, formats));
  return { suggestions, isWhole: rows.length <= mostCandidates };
}

function toOpenLine(row: BankLineRow): OpenBankLine {
  const { posted_entry_id: entry, posted_line: line } = row;
  return {
    id: row.id,
    day: row.day,
    amountMinor: row.amount_minor,
    currency: row.currency,
    text: row.text,
    reference: row.reference,
    posted: entry !== null && line !== null ? { entry, line } : null,
  };
}

function describeWanted(lines: readonly OpenBankLine[]) {
  const days = new Set<string>();
  for (const { day } of lines) {
    for (let apart = -mostDaysApart; apart <= mostDaysApart; apart++) days.add(addDays(day, apart));
  }
  const amounts = new Map(
    lines.map(({ currency, amountMinor }) => [`${currency} ${amountMinor}`, { currency, amountMinor }]),
  );
  return {
    days: [...days],
    amounts: [...amounts.values()],
    references: [...new Set(lines.flatMap(({ reference }) => reference?.toLowerCase() ?? []))],
    entries: lines.flatMap(({ posted }) => posted?.entry ?? []),
  };
}
