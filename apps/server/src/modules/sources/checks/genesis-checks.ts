import { sql } from "kysely";
import { connectionFacts, tenantFacts } from "../../metrics/index.ts";
import { type Check, type CheckColumn, type CheckRows, latestCredible, memberColumn } from "./check.ts";

const noun = ["sale line", "sale lines"] as const;
const line: CheckColumn[] = [
  { label: "Line", format: "text", value: "f.source_key" },
  { label: "Receipt", format: "text", value: "f.receipt_key" },
];
const product = memberColumn("Product", "product");
const branch = memberColumn("Branch", "branch");
const sold: CheckColumn = { label: "Sold", format: "instant", value: "f.sold_at" };
const gross: CheckColumn = { label: "Gross", format: "money", value: "f.gross_minor" };
const newest = "f.sold_at desc, f.source_key";

/** Every sale line that came through the connection. */
const sales: CheckRows = ({ tenantId, connection, now }) => sql`select *, sold_at > ${latestCredible(now)} as is_ahead,
    exists (select from ${tenantFacts("sale_lines", tenantId)} other where other.is_return) as has_returns
  from ${connectionFacts("sale_lines", { tenantId, connection })} row`;

/** Every target that came through the connection; a branch is known by the list of branches or by a sale. */
const targets: CheckRows = ({ tenantId, connection }) => sql`select *, (
    branch_id in (select branch_id from ${tenantFacts("branches", tenantId)} listed)
    or branch_id in (select branch_id from ${tenantFacts("sale_lines", tenantId)} sold where branch_id is not null)
  ) as is_known from ${connectionFacts("sales_targets", { tenantId, connection })} row`;

/** What may be wrong with sales and their targets. */
export const genesisChecks: readonly Check[] = [
  {
    id: "sale_without_branch",
    name: "Sale without a branch",
    severity: "error",
    noun,
    words: "It counts in the total but in no branch, so the branches do not add up to the total.",
    rows: sales,
    wrong: "f.branch_id is null",
    columns: [...line, product, sold, gross],
    order: newest,
  },
  {
    id: "future_sale",
    name: "Sale in the future",
    severity: "error",
    noun,
    words: "It is dated more than an hour in the future, so no figure up to today counts it.",
    rows: sales,
    wrong: "f.is_ahead",
    columns: [...line, branch, sold, gross],
    order: newest,
  },
  {
    id: "net_over_gross",
    name: "Net above gross",
    severity: "error",
    noun,
    words: "What was paid is more than the price before discounts: the discount has the wrong sign.",
    rows: sales,
    wrong: "case when f.gross_minor < 0 then f.discount_minor > 0 else f.discount_minor < 0 end",
    columns: [
      ...line,
      product,
      sold,
      gross,
      { label: "Discount", format: "money", value: "f.discount_minor" },
      { label: "Net", format: "money", value: "f.gross_minor - coalesce(f.discount_minor, 0)" },
    ],
    order: newest,
  },
  {
    id: "returns_written_two_ways",
    name: "Returns written two ways",
    severity: "warning",
    noun,
    words:
      "It is below zero but not marked as a return, while other lines are. If it is a return, say so in the mapping and load it again.",
    rows: sales,
    among: "f.has_returns",
    wrong: "f.gross_minor < 0 or f.quantity_milli < 0",
    columns: [
      ...line,
      product,
      sold,
      gross,
      { label: "Return", format: "text", value: "case when f.is_return then 'Yes' else 'No' end" },
    ],
    order: newest,
  },
  {
    id: "target_of_unknown_branch",
    name: "Target of an unknown branch",
    severity: "warning",
    noun: ["target", "targets"],
    words: "No list of branches and no sale names the branch, so the target is never compared with sales.",
    rows: targets,
    among: "f.branch_id is not null",
    wrong: "not f.is_known",
    columns: [
      { label: "Target", format: "text", value: "f.source_key" },
      branch,
      { label: "Day", format: "day", value: "f.day::text" },
      { label: "Amount", format: "money", value: "f.target_minor" },
    ],
    order: "f.day desc, f.source_key",
  },
];
