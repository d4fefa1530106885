export { followPostings } from "./arrivals/follow-postings.ts";
export { ledgerBankRoutes } from "./bank/bank-routes.ts";
export { listOrderEntries } from "./book/list-entries.ts";
export { ledgerJobs } from "./jobs.ts";
export { removeBook } from "./remove-book.ts";
export { ledgerRoutes } from "./routes.ts";
export { promiseFollowing } from "./rules/follow-job.ts";
export { proveLedgers } from "./verification/ledger-seals.ts";
