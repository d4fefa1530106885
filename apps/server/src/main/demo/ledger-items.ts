import { dayNumber, isWorkday, type LocalDay, tide, weekdayNumber } from "./local-day.ts";
import type { LedgerProfile } from "./profiles/profile.ts";
import { at, SeededRandom } from "./seeded-random.ts";

const takingsStream = 11;
const termDays = 30;
/** Nothing is paid later than this; what is not paid by then stays open. */
const longestDelay = 170;

/** An invoice to a customer, or a supplier's bill. */
export type OpenItem = {
  key: string;
  reference: string;
  party: string;
  minor: number;
  dueDay: number;
  account: string;
  costCenter: string;
};

type Book = {
  stream: number;
  letter: string;
  perWorkday: number;
  parties: readonly string[];
  meanMinor: number;
  billed: LedgerProfile["billed"];
};

export function makeInvoices(profile: LedgerProfile): Book {
  const { invoicesPerWorkday, customers, invoiceMinor, billed } = profile;
  return {
    stream: 9,
    letter: "i",
    perWorkday: invoicesPerWorkday,
    parties: customers,
    meanMinor: invoiceMinor,
    billed,
  };
}

export function makeBills(profile: LedgerProfile): Book {
  const { billsPerWorkday, suppliers, billMinor, billed } = profile;
  return { stream: 10, letter: "b", perWorkday: billsPerWorkday, parties: suppliers, meanMinor: billMinor, billed };
}

/** What was written on a day. */
export function writtenOn(book: Book, seed: number, number: number): OpenItem[] {
  if (!isWorkday(number)) return [];
  return Array.from({ length: book.perWorkday }, (_, place) => makeItem(book, seed, number, place));
}

/** Which of the earlier items are paid on a day. */
export function paidOn(book: Book, day: LocalDay): OpenItem[] {
  const paid: OpenItem[] = [];
  for (let number = Math.max(day.first, day.number - longestDelay); number <= day.number - 5; number += 1) {
    if (!isWorkday(number)) continue;
    for (let place = 0; place < book.perWorkday; place += 1) {
      const spread = new SeededRandom(day.seed, book.stream, number, place).next();
      const delay = chooseDelay(partyTurn(book, number, place), spread);
      if (delay === day.number - number) paid.push(makeItem(book, day.seed, number, place));
    }
  }
  return paid;
}

/** Parties take turns, so that each is seen within a fortnight. */
function partyTurn(book: Book, number: number, place: number): number {
  // The working week begins on Sunday.
  const workday = Math.floor((number + 4) / 7) * 5 + ((number + 4) % 7);
  return workday * book.perWorkday + place;
}

function makeItem(book: Book, seed: number, number: number, place: number): OpenItem {
  const random = new SeededRandom(seed, book.stream, number, place, 1);
  const turn = partyTurn(book, number, place);
  const { account, costCenter } = at(book.billed, turn + Math.floor(turn / book.billed.length));
  const key = `${book.letter}${number - 19_000}-${place + 1}`;
  return {
    key,
    reference: key.toUpperCase(),
    party: at(book.parties, turn),
    account,
    costCenter,
    minor: Math.round(book.meanMinor * tide(number) * random.between(0.4, 1.6)),
    dueDay: number + termDays,
  };
}

/** Most pay around the due day; some let it lie for months, a few never pay. */
function chooseDelay(turn: number, spread: number): number | undefined {
  // The golden ratio spreads the late payers evenly, so that every age of debt is open at any time.
  const habit = (turn * 0.6180339887) % 1;
  if (habit < 0.78) return 5 + Math.floor(spread * 46);
  if (habit < 0.92) return 51 + Math.floor(spread * 60);
  return habit < 0.985 ? 111 + Math.floor(spread * (longestDelay - 110)) : undefined;
}

/** The tax that an invoice adds to its amount. */
export const taxOn = ({ minor }: OpenItem) => Math.round(minor * 0.1);

/** What a branch took in since its last turn. */
export function makeTakings(profile: LedgerProfile, seed: number, number: number) {
  const turn = profile.takingsWeekdays.indexOf(weekdayNumber(number));
  const open = profile.branches.filter(({ opened }) => dayNumber(opened) <= number);
  if (turn === -1 || open.length === 0) return undefined;
  const random = new SeededRandom(seed, takingsStream, number);
  const week = Math.floor((number + 3) / 7);
  const minor = Math.round(profile.takingsMinor * tide(number) * random.between(0.8, 1.2));
  const cashMinor = Math.round(minor * random.between(0.2, 0.4));
  const branch = at(open, week * profile.takingsWeekdays.length + turn).name;
  return { branch, cashMinor, cardMinor: minor - cashMinor };
}
