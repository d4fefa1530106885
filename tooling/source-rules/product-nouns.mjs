import ts from "typescript";

const platform = /^apps\/server\/src\/platform\//;
const forTests = /\.test\.ts$|-for-tests\.ts$|-fixture\.ts$/;

/** What the product is about. Words that any product has (document, link, report, visitor) are not among them. */
const nouns = new Set([
  "branch",
  "branches",
  "courier",
  "couriers",
  "deliveries",
  "delivery",
  "docman",
  "embed",
  "embeds",
  "genesis",
  "invoice",
  "invoices",
  "laiqkan",
  "ledger",
  "ledgers",
  "parcel",
  "parcels",
  "salesperson",
  "stock",
  "tookan",
  "warehouse",
  "warehouses",
]);

/** The platform is technique: what it says in names, texts or comments fits any product. */
export const productNouns = {
  name: "keep-product-nouns-out-of-platform",
  appliesTo: (file) => platform.test(file) && !forTests.test(file),
  visit(node, report) {
    if (!ts.isSourceFile(node)) return;
    // A name such as `readStockAge` is three words.
    for (const { 0: word, index } of node.text.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)) {
      if (!nouns.has(word.toLowerCase())) continue;
      report(index, `"${word}" is a noun of the product; say it generally, or move it to its module`);
    }
  },
};
