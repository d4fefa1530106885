const examples: Readonly<Record<string, string>> = {
  delivery: "failed deliveries by reason last month",
  warehouse: "stock value by warehouse",
  sales: "net sales by branch last month",
  documents: "documents by type last month",
  ledger: "expenses by month this year",
};

/** A question that the first of these domains can answer. */
export function findExample(domains: readonly string[]): string | undefined {
  return domains.map((domain) => examples[domain]).find((example) => example !== undefined);
}
