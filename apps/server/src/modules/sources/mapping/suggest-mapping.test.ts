import { expect, test } from "vitest";
import { profileSamples } from "./profile-samples.ts";
import { type Evidence, suggestColumns, suggestMapping } from "./suggest-mapping.ts";

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

test("names in other languages and styles are understood", () => {
  const mapping = suggestMapping("genesis", [
    "Belegnummer",
    "Verkaufsdatum",
    "Menge",
    "Bruttobetrag (EUR)",
    "Filiale",
    "Verkäufer",
    "Zahlungsart",
  ]);
  expect(suggestColumn(mapping)).toEqual({
    receipt_key: "Belegnummer",
    sold_at: "Verkaufsdatum",
    quantity_milli: "Menge",
    gross_minor: "Bruttobetrag (EUR)",
    branch: "Filiale",
    salesperson: "Verkäufer",
    payment_method: "Zahlungsart",
  });
  const french = suggestMapping("genesis", ["N° Facture", "date_vente", "Qté", "Montant", "Magasin"]);
  expect(suggestColumn(french)).toMatchObject({
    receipt_key: "N° Facture",
    sold_at: "date_vente",
    quantity_milli: "Qté",
    gross_minor: "Montant",
    branch: "Magasin",
  });
  expect(suggestColumn(suggestMapping("genesis", ["InvoiceNo", "InvoiceDate", "Quantity", "CustomerID"]))).toEqual({
    receipt_key: "InvoiceNo",
    sold_at: "InvoiceDate",
    quantity_milli: "Quantity",
    customer_key: "CustomerID",
  });
});

/** What the values of columns tell, given row by row. */
function evidence(rows: readonly Record<string, string>[], names: Evidence["names"] = new Map()): Evidence {
  return {
    profiles: profileSamples(
      Object.keys(rows[0] ?? {}),
      rows.map((values) => ({ values })),
    ),
    names,
    ownFields: [],
  };
}

test("a column whose values cannot be what a field takes is not chosen for it", () => {
  const rows = [
    { date: "on Monday", booked: "2026-03-01", amount: "1.50" },
    { date: "late", booked: "2026-03-02", amount: "2.50" },
  ];
  const { mapping } = suggestColumns("genesis", ["date", "booked", "amount"], evidence(rows), "sale_lines");
  expect(mapping.fields.sold_at).toBeUndefined();
  expect(mapping.fields.gross_minor).toEqual({ from: "amount" });
});

test("values tell a column that its name does not: names that are known, countries, and words of a fixed list", () => {
  const rows = ["Norway", "France", "EIRE", "Germany"].map((place, index) => ({
    x1: place,
    x2: ["Seef", "Riffa", "Hidd", "Seef"][index] ?? "",
    x3: `${index}`,
  }));
  const names = new Map([["branch", new Set(["Seef", "Riffa"])]]);
  const sales = suggestColumns("genesis", ["x1", "x2", "x3"], evidence(rows, names), "sale_lines");
  expect(sales.mapping.fields).toEqual({ region: { from: "x1" }, branch: { from: "x2" } });
  expect(sales.reasons).toEqual({
    region: "4 of 4 values are countries.",
    branch: "2 of 3 values are known here as this field.",
  });
  const moves = [{ x: "receipt" }, { x: "ISSUE" }, { x: "Write-off" }];
  expect(suggestColumns("warehouse", ["x"], evidence(moves), "stock_movements").mapping.fields).toEqual({
    movement_type: { from: "x" },
  });
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

test("a column with the name of a tenant's own field fills it, and other tables do not", () => {
  const ownFields = [{ fact: "sale_lines", number: 4, label: "Till number", id: "till" }];
  const columns = ["date", "gross", "till_number"];
  const suggest = (fact: string) => suggestColumns("genesis", columns, { ...evidence([]), ownFields }, fact).mapping;
  expect(suggest("sale_lines").fields.own_4).toEqual({ from: "till_number" });
  expect(suggest("ledger_postings").fields.own_4).toBeUndefined();
});

test("units in names leave them what they are, and are told", () => {
  const reason = (source: "genesis" | "tookan", column: string, field: string, fact: string) =>
    suggestColumns(source, [column], { profiles: [], names: new Map(), ownFields: [] }, fact).reasons[field];
  expect(reason("genesis", "amount_cents", "gross_minor", "sale_lines")).toContain("is in cents by its name");
  expect(reason("genesis", "Umsatz Tsd", "gross_minor", "sale_lines")).toContain("* 1000");
  expect(reason("genesis", "Umsatzziel TEUR", "target_minor", "sales_targets")).toContain(
    "is in thousands by its name",
  );
  expect(reason("tookan", "Entfernung (km)", "distance_metres", "delivery_tasks")).toContain(
    "is in kilometres by its name",
  );
});

test("a date in columns of its own for year and month is told with what to compute", () => {
  const { mapping, reasons } = suggestColumns(
    "genesis",
    ["Branch", "Year", "Month", "Sales target"],
    {
      profiles: profileSamples(["Year", "Month"], [{ values: { Year: "2016", Month: "5" } }]),
      names: new Map(),
      ownFields: [],
    },
    "sales_targets",
  );
  expect(mapping.fields.target_minor).toEqual({ from: "Sales target" });
  expect(reasons.day).toBe('The date is in “Year” and “Month”. Add the computed column join("-", [Year], [Month]).');
});

test.each(["Montant TTC", "Brutto", "Kwota", "Kwota brutto", "Tutar", "Importe", "Importo"])(
  "%s is the amount of a sale",
  (column) => {
    const { fields } = suggestMapping("genesis", ["Receipt", "Date", "Quantity", column]);
    expect(fields.gross_minor?.from).toBe(column);
  },
);

test.each(["Montant HT", "Netto", "Kwota netto"])(
  "%s is told to be a net amount, and stands behind a gross one",
  (net) => {
    const columns = ["Receipt", "Date", "Quantity", net];
    const alone = suggestColumns("genesis", columns, { profiles: [], names: new Map(), ownFields: [] });
    expect(alone.mapping.fields.gross_minor).toBeUndefined();
    expect(alone.reasons.gross_minor).toContain(`“${net}” is a net amount by its name`);
    expect(suggestMapping("genesis", [...columns, "Montant TTC"]).fields.gross_minor?.from).toBe("Montant TTC");
  },
);

test.each([
  ["genesis", "created,order,qty,total", { sold_at: "created", receipt_key: "order" }],
  [
    "genesis",
    "VBELN,FKDAT,FKIMG,BRUTTO,MATNR,WAERK",
    { sold_at: "FKDAT", quantity_milli: "FKIMG", product: "MATNR", currency: "WAERK" },
  ],
  [
    "warehouse",
    "MATNR,WERKS,BWART,BUDAT,MENGE,DMBTR",
    { moved_at: "BUDAT", value_minor: "DMBTR", movement_type: "BWART" },
  ],
  ["genesis", "Date,Transaction ID,Qty,Gross,Payment ID", { payment_method: undefined }],
] as const)("of %s, the columns %s are known by the names of other systems", (source, columns, expected) => {
  const { fields } = suggestMapping(source, columns.split(","));
  for (const [field, column] of Object.entries(expected)) expect([field, fields[field]?.from]).toEqual([field, column]);
});

test("a sale names its order where the file tells receipts and orders apart, and so do documents and postings", () => {
  const sales = suggestMapping("genesis", ["date", "receipt", "order number", "total"], "sale_lines");
  expect(sales.fields).toMatchObject({ receipt_key: { from: "receipt" }, order_reference: { from: "order number" } });
  const documents = suggestMapping("docman", ["title", "created", "reference", "order id"], "documents");
  expect(documents.fields).toMatchObject({ reference: { from: "reference" }, order_reference: { from: "order id" } });
  const postings = suggestMapping(
    "genesis",
    ["posting date", "account", "amount", "entry", "order"],
    "ledger_postings",
  );
  expect(postings.fields).toMatchObject({ entry_key: { from: "entry" }, order_reference: { from: "order" } });
});
