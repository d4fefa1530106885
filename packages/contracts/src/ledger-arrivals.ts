import { z } from "zod";
import { instant, pageInput, pageSchema } from "./primitives.ts";
import { route } from "./route.ts";

const ledgerArrival = z.object({
  source: z.object({ id: z.string(), name: z.string() }),
  /** The key of the entry at its source. */
  entryKey: z.string(),
  day: z.string(),
  postings: z.number(),
  /** Why it is not in the book as its source says it. */
  problem: z.string(),
  since: instant,
});
export type LedgerArrival = z.output<typeof ledgerArrival>;

export const listLedgerArrivals = route({
  method: "GET",
  path: "/api/ledger/arrivals",
  permission: "ledger.read",
  isOpenToPlatform: true,
  summary: "Entries of sources that are not in the book as their sources say them, with the reason.",
  input: z.strictObject({ ...pageInput }),
  output: pageSchema(ledgerArrival).extend({ entries: z.number(), postings: z.number() }),
  topics: ["ledger"],
});

export const retryLedgerArrivals = route({
  method: "POST",
  path: "/api/ledger/arrivals/retry",
  permission: "ledger.post",
  summary: "Tries the entries of sources that wait once more, on demand with the accounts that the book does not have.",
  input: z.strictObject({
    /** Adds the accounts that waiting entries name and the book does not have. */
    addsAccounts: z.boolean().default(false),
  }),
  output: z.object({ taken: z.number(), waiting: z.number(), isDone: z.boolean() }),
  topics: ["ledger", "metrics"],
});

/** All routes about what sources bring to the book. */
export const ledgerArrivalRoutes = { listLedgerArrivals, retryLedgerArrivals };
