import { isDay } from "@console/figures/calendar";
import { createSearchReader, parseText } from "../../lib/search.ts";

const parseDay = (value: unknown) => {
  const day = parseText(value);
  return day !== undefined && isDay(day) ? day : undefined;
};

/** What stands in the address of the ledger; what its words may be, `ledger-words.ts` says once the page is there. */
export const readLedgerSearch = createSearchReader({
  view: parseText,
  /** Whose statement is shown: an account by its id, or a party. */
  account: parseText,
  customer: parseText,
  supplier: parseText,
  branch: parseText,
  currency: parseText,
  from: parseDay,
  to: parseDay,
  q: parseText,
  side: parseText,
  order: parseText,
  page: parseText,
  state: parseText,
  asOf: parseDay,
  of: parseText,
  /** The figure of the ageing whose lines are shown. */
  bucket: parseText,
  /** The part of the bank or of cash on delivery, and which of its days are shown; statements may be of a driver too. */
  part: parseText,
  driver: parseText,
  standing: parseText,
  only: parseText,
  /** The entry that is shown. */
  entry: parseText,
  /** Whether settled lines are left out of a statement. */
  openOnly: parseText,
});
export type LedgerSearch = ReturnType<typeof readLedgerSearch>;
