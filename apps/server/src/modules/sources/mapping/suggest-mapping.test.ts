import { expect, test } from "vitest";
import { suggestMapping } from "./suggest-mapping.ts";

const suggestColumn = (mapping: ReturnType<typeof suggestMapping>) =>
  Object.fromEntries(Object.entries(mapping.fields).map(([name, { from }]) => [name, from]));

test("columns are matched by our names, their labels and what others call them", () => {
  const mapping = suggestMapping("genesis", [
    "ID",
    "Receipt Number",
    "Sale date",
    "Qty",
    "grossSales",
    "Outlet",
    "Cashier",
  ]);
  expect(mapping.fact).toBe("sale_lines");
  expect(suggestColumn(mapping)).toEqual({
    source_key: "ID",
    receipt_key: "Receipt Number",
    sold_at: "Sale date",
    quantity_milli: "Qty",
    gross_minor: "grossSales",
    branch: "Outlet",
    salesperson: "Cashier",
  });
});

test("the table is the one whose fields the columns fill", () => {
  expect(suggestMapping("warehouse", ["sku", "warehouse", "type", "date", "qty", "value"]).fact).toBe(
    "stock_movements",
  );
  expect(suggestMapping("warehouse", ["sku", "warehouse", "order", "order date", "qty ordered"]).fact).toBe(
    "order_lines",
  );
  expect(suggestMapping("docman", ["title", "document type", "created", "status"]).fact).toBe("documents");
});

test("a column fills one field, and columns that mean nothing fill none", () => {
  const { fields } = suggestMapping("genesis", ["amount", "colour"]);
  expect(Object.values(fields).filter(({ from }) => from === "amount")).toHaveLength(1);
  expect(suggestMapping("genesis", ["colour"])).toEqual({ fact: "sale_lines", fields: {} });
});

test("where the table is said, its columns are matched", () => {
  expect(suggestMapping("genesis", ["branch", "date", "target"], "sales_targets").fact).toBe("sales_targets");
});

test("a file of names is told from facts, with the list that its key tells", () => {
  expect(suggestMapping("genesis", ["SKU", "Name", "Category"])).toEqual({
    fact: "member_details",
    fields: {
      list: { constant: "Product" },
      key: { from: "SKU" },
      name: { from: "Name" },
      category: { from: "Category" },
    },
  });
  expect(suggestMapping("warehouse", ["code", "description"]).fields.list).toEqual({});
  expect(suggestMapping("warehouse", ["SKU", "name", "qty", "date"]).fact).toBe("stock_movements");
});
