import { csvText } from "@console/figures/csv-text";
import type { DemoRecord } from "./demo-record.ts";
import { plainNumber } from "./sale-list.ts";

/** The columns of a file from the bookkeeping, with the fields of a posting that they fill. */
const columns = [
  { name: "Posting", field: "source_key" },
  { name: "Entry", field: "entry_key" },
  { name: "Account", field: "account" },
  { name: "Account type", field: "account_type" },
  { name: "Cost centre", field: "cost_center" },
  { name: "Branch", field: "branch" },
  { name: "Customer", field: "customer" },
  { name: "Supplier", field: "supplier" },
  { name: "Posted", field: "posted_at" },
  { name: "Amount", field: "amount_minor" },
  { name: "Due", field: "due_day" },
  { name: "Text", field: "text" },
  { name: "Order", field: "order_reference" },
] as const;

/** How such a file is read; its names of branches are those of the bookkeeping. */
export const ledgerMapping = {
  fact: "ledger_postings",
  fields: Object.fromEntries(
    columns.map(({ name, field }) => [field, { from: name, ...(field === "branch" && { newNames: "take" }) }]),
  ),
};

/** Postings as the file that a bookkeeping exports. */
export function writeLedgerFile(records: readonly DemoRecord[]): string {
  const lines = records.map((record) => columns.map(({ field }) => plainNumber(field, record[field]) ?? ""));
  return [columns.map(({ name }) => name), ...lines]
    .map((cells) => `${cells.map((cell) => csvText(String(cell))).join(",")}\r\n`)
    .join("");
}
