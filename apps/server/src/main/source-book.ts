import { followPostings } from "../modules/ledger/index.ts";
import type { Book } from "../modules/sources/index.ts";

/** The book that postings of sources come into: sources and ledger need each other, so it is handed in here. */
export const sourceBook: Book = { follow: followPostings };
