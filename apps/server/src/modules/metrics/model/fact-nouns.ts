/** What the rows of each table of facts are called, where a figure needs them and there are none. */
export const factNouns: Readonly<Record<string, string>> = {
  delivery_tasks: "deliveries",
  stock_items: "stock lists",
  stock_counts: "stock counts",
  stock_movements: "stock movements",
  order_lines: "order lines",
  branches: "branches",
  sale_lines: "sales",
  sales_targets: "sales targets",
  documents: "documents",
  approval_steps: "approval steps",
  ledger_postings: "ledger entries",
};
