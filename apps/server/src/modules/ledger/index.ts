export { ledgerJobs } from "./jobs.ts";
export { removeBook } from "./remove-book.ts";
export { ledgerRoutes } from "./routes.ts";
export { proveLedgers } from "./verification/ledger-seals.ts";
