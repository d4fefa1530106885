import { addDays, daysBetween } from "../../metrics/index.ts";
import { findSums } from "./find-sums.ts";

/** A line of the bank that is open. */
export type OpenBankLine = {
  id: string;
  day: string;
  amountMinor: number;
  currency: string;
  text: string;
  reference: string | null;
  /** The line of the book that was posted from it. */
  posted: { entry: string; line: number } | null;
};

/** A line of the book that the bank has not said yet. */
export type Candidate = {
  entry: string;
  number: number;
  line: number;
  postingDay: string;
  reference: string | null;
  currency: string;
  amountMinor: number;
};

export type MatchSuggestion<Line extends Candidate> = { reason: string; isUnambiguous: boolean; lines: Line[] };

/** So far apart may a line of the bank and its entry be without a reference that ties them. */
export const mostDaysApart = 5;
/** Sums are looked for among so many lines of a day or a reference. */
const mostInGroup = 40;
const mostShown = 3;
/** A shorter reference stands in too many texts by chance. */
const fewestInText = 4;

/** Found in one of five ways, the surest first. */
type Find<Line> = { rank: 1 | 2 | 3 | 4 | 5; reason: string; lines: Line[]; isWhole: boolean };

/**
 * Which lines of the book lines of the bank may be, and why. Amounts are the same to the minor unit, with their sign and
 * currency. One is unambiguous where nothing else is as good, for it and for its lines of the book.
 */
export function suggestMatches<Line extends Candidate>(
  bankLines: readonly OpenBankLine[],
  candidates: readonly Line[],
  nameDay: (day: string) => string,
): Map<string, MatchSuggestion<Line>[]> {
  const index = indexCandidates(candidates);
  const finds = new Map(bankLines.map((line) => [line.id, findMatches(line, index, nameDay)]));
  const rivals = new Map<string, { bankLine: string; rank: number }[]>();
  for (const [bankLine, [best, ...others]] of finds) {
    if (!best) continue;
    for (const find of [best, ...others.filter(({ rank }) => rank === best.rank)]) {
      for (const line of find.lines) {
        const own = rivals.get(keyFor(line)) ?? [];
        own.push({ bankLine, rank: best.rank });
        rivals.set(keyFor(line), own);
      }
    }
  }
  return new Map(
    [...finds].map(([bankLine, own]) => {
      const [best, second] = own;
      const isContested = (line: Line) =>
        (rivals.get(keyFor(line)) ?? []).some(
          (rival) => rival.bankLine !== bankLine && rival.rank <= (best?.rank ?? 0),
        );
      const isAlone = best !== undefined && second?.rank !== best.rank && best.isWhole && !best.lines.some(isContested);
      return [
        bankLine,
        own.slice(0, mostShown).map((find) => ({
          reason: find.reason,
          isUnambiguous: find === best && isAlone,
          lines: find.lines,
        })),
      ];
    }),
  );
}

const keyFor = ({ entry, line }: Candidate) => `${entry} ${line}`;

type Index<Line> = {
  byLine: ReadonlyMap<string, Line>;
  byAmount: ReadonlyMap<string, Line[]>;
  byDay: ReadonlyMap<string, Line[]>;
  /** References that several lines of one side have. */
  references: readonly { tokens: string; side: string; reference: string; lines: Line[] }[];
};

function indexCandidates<Line extends Candidate>(candidates: readonly Line[]): Index<Line> {
  const group = (nameGroup: (line: Line) => string | null) => {
    const groups = new Map<string, Line[]>();
    for (const line of candidates) {
      const name = nameGroup(line);
      if (name === null) continue;
      const lines = groups.get(name) ?? [];
      lines.push(line);
      groups.set(name, lines);
    }
    return groups;
  };
  const references = group((line) =>
    toTokens(line.reference) ? `${nameSide(line)} ${toTokens(line.reference)}` : null,
  );
  return {
    byLine: new Map(candidates.map((line) => [keyFor(line), line])),
    byAmount: group(({ currency, amountMinor }) => `${currency} ${amountMinor}`),
    byDay: group((line) => `${line.postingDay} ${nameSide(line)}`),
    references: [...references.values()].flatMap((lines) => {
      const [first, second] = lines;
      if (!first || !second) return [];
      const { reference } = first;
      return [{ tokens: toTokens(reference), side: nameSide(first), reference: reference ?? "", lines }];
    }),
  };
}

/** Lines of one side and one currency can be summed up to a line of the bank. */
const nameSide = ({ currency, amountMinor }: Pick<Candidate, "currency" | "amountMinor">) =>
  `${currency} ${amountMinor > 0 ? "in" : "out"}`;

function toTokens(text: string | null): string {
  return (text ?? "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** What a line of the bank says, in words that references can be looked for in. */
type Words = { reference: string; all: string };

function readWords({ reference, text }: OpenBankLine): Words {
  return { reference: toTokens(reference), all: ` ${toTokens(`${reference ?? ""} ${text}`)} ` };
}

/** Whether a line of the bank names a reference, as its own or within its text. */
function namesReference({ reference, all }: Words, tokens: string): boolean {
  if (tokens === "") return false;
  if (reference === tokens) return true;
  return tokens.length >= fewestInText && all.includes(` ${tokens} `);
}

function findMatches<Line extends Candidate>(
  bankLine: OpenBankLine,
  index: Index<Line>,
  nameDay: (day: string) => string,
): Find<Line>[] {
  const finds: Find<Line>[] = [];
  const words = readWords(bankLine);
  const { posted } = bankLine;
  const own = posted && index.byLine.get(`${posted.entry} ${posted.line}`);
  if (own && own.amountMinor === bankLine.amountMinor) {
    finds.push({ rank: 1, reason: `Entry ${own.number} was posted from this line`, lines: [own], isWhole: true });
  }
  const same = index.byAmount.get(`${bankLine.currency} ${bankLine.amountMinor}`) ?? [];
  const named = same.filter(({ reference }) => namesReference(words, toTokens(reference)));
  for (const line of named) {
    finds.push({ rank: 2, reason: `Same amount and reference ${line.reference}`, lines: [line], isWhole: true });
  }
  for (const { tokens, side, reference, lines } of index.references) {
    if (side !== nameSide(bankLine) || !namesReference(words, tokens)) continue;
    for (const sum of sumTo(bankLine, lines)) {
      const reason = `Sum of ${sum.length} entries with the reference ${reference}`;
      finds.push({ rank: 3, reason, lines: sum, isWhole: true });
    }
  }
  const near = same
    .filter((line) => !named.includes(line))
    .map((line) => ({ line, apart: Math.abs(daysBetween(line.postingDay, bankLine.day)) }))
    .filter(({ apart }) => apart <= mostDaysApart)
    .sort((one, other) => one.apart - other.apart);
  for (const { line, apart } of near) {
    finds.push({ rank: 4, reason: `Same amount${sayDays(apart)}`, lines: [line], isWhole: true });
  }
  return [...finds, ...findDaySums(bankLine, index, nameDay)];
}

function sayDays(apart: number): string {
  if (apart === 0) return " and day";
  return apart === 1 ? ", one day apart" : `, ${apart} days apart`;
}

function findDaySums<Line extends Candidate>(
  bankLine: OpenBankLine,
  { byDay }: Index<Line>,
  nameDay: (day: string) => string,
): Find<Line>[] {
  const finds: (Find<Line> & { apart: number })[] = [];
  for (let days = -mostDaysApart; days <= mostDaysApart; days++) {
    const day = addDays(bankLine.day, days);
    const lines = byDay.get(`${day} ${nameSide(bankLine)}`) ?? [];
    for (const sum of sumTo(bankLine, lines)) {
      const reason = `Sum of ${sum.length} entries of ${nameDay(day)}`;
      // Some lines of many may make a sum by chance.
      finds.push({ rank: 5, reason, lines: sum, isWhole: sum.length === lines.length, apart: Math.abs(days) });
    }
  }
  return finds.sort((one, other) => one.apart - other.apart);
}

function sumTo<Line extends Candidate>({ amountMinor }: OpenBankLine, lines: readonly Line[]): Line[][] {
  if (lines.length < 2 || lines.length > mostInGroup) return [];
  const amounts = lines.map((line) => line.amountMinor);
  return findSums(amounts, amountMinor).map((places) => places.flatMap((place) => lines[place] ?? []));
}
