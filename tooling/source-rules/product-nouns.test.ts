import { expect, test } from "vitest";
import { checkFile } from "./check-file.mjs";

const file = "apps/server/src/platform/http/open-page.ts";

test.each([
  ["a name", "export const tookanId = 1;", "tookan"],
  ["a part of a name", "export const readStockAge = 1;", "Stock"],
  ["a type", "export type EmbedLink = string;", "Embed"],
  ["a text", 'export const text = "The ledger is closed.";', "ledger"],
  ["a column", 'export const column = "warehouse_id";', "warehouse"],
  ["a comment", "/** What a delivery costs. */\nexport const cost = 1;", "delivery"],
])("a noun of the product in the platform is refused: %s", (_, text, noun) => {
  expect(checkFile(file, text)).toEqual([
    `keep-product-nouns-out-of-platform: ${file}:1: "${noun}" is a noun of the product; say it generally, or move it to its module`,
  ]);
});

test("words that only look like one, modules and tests are none of the rule's business", () => {
  expect(checkFile(file, "export const startEmbedded = 'delivered to branched embedding';")).toEqual([]);
  const text = "export const tookanId = 1;";
  expect(checkFile("apps/server/src/modules/embed/open-page.ts", text)).toEqual([]);
  expect(checkFile("apps/server/src/platform/http/open-page.test.ts", text)).toEqual([]);
});
