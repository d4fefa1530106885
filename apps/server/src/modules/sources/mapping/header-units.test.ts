import { expect, test } from "vitest";
import { findOtherUnit } from "./header-units.ts";
import { mapBatch, rowReader } from "./map-batch.ts";
import { profileSamples } from "./profile-samples.ts";
import { suggestColumns } from "./suggest-mapping.ts";

const settings = { timeZone: "UTC", currency: "USD" };

/** What is suggested for a column beside those that every row of a table needs. */
function suggestFor(source: "genesis" | "tookan" | "docman" | "warehouse", needed: string, column: string) {
  const columns = [...needed.split(","), column];
  const rows = [10, 5, 0].map((number, place) => ({
    values: Object.fromEntries(columns.map((name) => [name, name === column ? String(number) : `${name} ${place}`])),
  }));
  const profiles = profileSamples(columns, rows).map((profile) =>
    profile.name === column ? profile : { ...profile, filled: 0 },
  );
  const { mapping, reasons } = suggestColumns(source, columns, { profiles, names: new Map(), ownFields: [] });
  const field = Object.entries(mapping.fields).find(([, { from }]) => from === column)?.[0] ?? null;
  return { field, reasons };
}

test.each([
  ["Amount (cents)", "cents"],
  ["Amount in cents", null],
  ["Amount (minor units)", "cents"],
  ["Montant (centimes)", "cents"],
  ["Total (fils)", "fils"],
  ["Revenue (thousands)", "thousands"],
  ["Umsatz (T€)", "thousands"],
  ["Umsatz (TEUR)", "thousands"],
  ["Sales ('000)", "thousands"],
  ["Gross (k)", "thousands"],
  ["Umsatz (Mio)", "millions"],
  ["Revenue ($m)", null],
  ["Revenue (millions)", "millions"],
])("an amount called %s is not taken for the gross amount as it is", (column, unit) => {
  const { field, reasons } = suggestFor("genesis", "Receipt,Date,Quantity", column);
  expect(field).toBeNull();
  if (unit) expect(reasons.gross_minor).toContain(`“${column}” is in ${unit} by its name, and Gross is not.`);
});

test.each([
  ["genesis", "Receipt,Date,Quantity,Amount", "Discount %"],
  ["genesis", "Receipt,Date,Quantity,Amount", "Discount (pct)"],
  ["tookan", "Order ID,Status,Created At", "Distance (miles)"],
  ["tookan", "Order ID,Status,Created At", "Distance (km)"],
  ["docman", "Title,Status,Created At", "Size (MB)"],
  ["warehouse", "Warehouse,SKU,Type,Date,Value", "Qty (dozen)"],
  ["genesis", "Receipt,Date,Quantity", "Net amount"],
  ["genesis", "Receipt,Date,Quantity", "Amount (net)"],
  ["genesis", "Receipt,Date,Quantity", "Betrag (netto)"],
] as const)("of %s beside %s, %s is not taken as it is", (source, needed, column) => {
  expect(suggestFor(source, needed, column).field).toBeNull();
});

test.each(["Amount", "Amount (USD)", "Bruttobetrag (EUR)", "Line total", "Sales", "Umsatz (€)", "Totale"])(
  "an amount called %s is taken as before",
  (column) => {
    expect(suggestFor("genesis", "Receipt,Date,Quantity", column).field).toBe("gross_minor");
  },
);

test.each(["gross_minor", "amount_cents", "GrossMinor"])(
  "an amount called %s is not taken in whole units",
  (column) => {
    expect(suggestFor("genesis", "Receipt,Date,Quantity", column).field).toBeNull();
  },
);

test("what to compute instead is said", () => {
  const gross = { name: "gross_minor", label: "Gross", type: "money" } as const;
  expect(findOtherUnit(gross, "Amount (cents)")?.text).toBe(
    "“Amount (cents)” is in cents by its name, and Gross is not. Add the computed column [Amount (cents)] * 0.01.",
  );
  expect(findOtherUnit({ name: "receipt_key", label: "Receipt", type: "text" }, "Receipt %")).toBeNull();
});

test.each([
  ["Discount %", "10", "[Amount] * [Discount %] * 0.01"],
  ["disc_pct", "10", "[Amount] * [disc_pct] * 0.01"],
  ["Rabatt %", "10", "[Amount] * [Rabatt %] * 0.01"],
  ["Rabattprozent", "10", "[Amount] * [Rabattprozent] * 0.01"],
  ["Discount rate", "10", "[Amount] * [Discount rate] * 0.01"],
  ["Discount", "10%", '[Amount] * number(replace([Discount], "%", "")) * 0.01'],
  ["Remise", "10 %", '[Amount] * number(replace([Remise], "%", "")) * 0.01'],
])("percent in %s as %s are no amounts, and 10 of 100 are offered as 10.00", (column, percent, expression) => {
  const columns = ["Receipt", "Date", "Quantity", "Amount", column];
  const rows = ["100", "50"].map((amount, place) => ({
    place: `line ${place + 2}`,
    values: { Receipt: `r${place}`, Date: "2026-03-01", Quantity: "1", Amount: amount, [column]: percent },
  }));
  const evidence = { profiles: profileSamples(columns, rows), names: new Map(), ownFields: [] };
  const { mapping, reasons, computed } = suggestColumns("genesis", columns, evidence);
  expect(mapping.fields.discount_minor).toBeUndefined();
  expect(reasons.discount_minor).toContain(`“${column}” holds percent, and Discount is an amount.`);
  expect(computed).toEqual({ discount_minor: { name: "Discount (computed)", expression } });
  const read = (more: object, from: string) => {
    const chosen = { ...mapping, ...more, fields: { ...mapping.fields, discount_minor: { from } } };
    return mapBatch(rows, rowReader("genesis", chosen, rows, settings));
  };
  const offered = read({ computed: Object.values(computed) }, "Discount (computed)");
  expect([offered.notes, offered.facts[0]?.records.map((record) => record.discount_minor)]).toEqual([[], [1000, 500]]);
  // Chosen as it is, it is left out and told.
  const chosen = read({}, column);
  expect(chosen.facts[0]?.records.map((record) => record.discount_minor)).toEqual([undefined, undefined]);
  expect(chosen.notes).toMatchObject([{ field: "discount_minor", rows: 2 }]);
});

test("a column of another unit that someone has chosen is noted with each row, and a computed one is not", () => {
  const rows = [{ place: "line 2", values: { r: "1", d: "2026-03-01", q: "1", "Amount (cents)": "25000" } }];
  const fields = { receipt_key: { from: "r" }, sold_at: { from: "d" }, quantity_milli: { from: "q" } };
  const read = (mapping: object) =>
    mapBatch(rows, rowReader("genesis", { fact: "sale_lines", ...mapping }, rows, settings));
  const chosen = read({ fields: { ...fields, gross_minor: { from: "Amount (cents)" } } });
  expect(chosen.notes).toMatchObject([
    {
      field: "gross_minor",
      rows: 1,
      message:
        "Gross was imported as is. “Amount (cents)” is in cents by its name, and Gross is not. Add the computed column [Amount (cents)] * 0.01.",
    },
  ]);
  const scaled = read({
    computed: [{ name: "Amount in cents", expression: "[Amount (cents)] * 0.01" }],
    fields: { ...fields, gross_minor: { from: "Amount in cents" } },
  });
  expect(scaled.notes).toEqual([]);
  expect(scaled.facts[0]?.records[0]?.gross_minor).toBe(25_000);
});

test.each([
  "Сумма (коп)",
  "Kwota (gr)",
  "金额(万元)",
  "Ποσό (χιλ.)",
  "المبلغ (بالآلاف)",
  "Importe (miles)",
  "Сумма (тыс. руб.)",
])("%s is no plain amount", (column) => {
  expect(findOtherUnit({ name: "gross_minor", type: "money", label: "Gross" }, column)?.text).toContain("by its name");
});
