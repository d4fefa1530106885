import type { SourceName } from "@console/contracts";
import { expect, test } from "vitest";
import { profileSamples } from "./profile-samples.ts";
import { suggestColumns, suggestMapping } from "./suggest-mapping.ts";

/** The columns of public data sets as their makers call them, and the fields that they are to fill. */
const dataSets: [string, SourceName, string, Record<string, string>][] = [
  [
    "Olist, orders as deliveries",
    "tookan",
    `order_id, customer_id, order_status, order_purchase_timestamp, order_approved_at, order_delivered_carrier_date,
     order_delivered_customer_date, order_estimated_delivery_date`,
    {
      order_reference: "order_id",
      customer: "customer_id",
      status: "order_status",
      created_at: "order_purchase_timestamp",
      accepted_at: "order_approved_at",
      started_at: "order_delivered_carrier_date",
      completed_at: "order_delivered_customer_date",
      due_at: "order_estimated_delivery_date",
    },
  ],
  [
    "Olist, items as sales",
    "genesis",
    `order_id, order_item_id, product_id, seller_id, shipping_limit_date, price, freight_value, product_category_name,
     customer_city, customer_state, customer_id, order_purchase_timestamp, payment_type`,
    {
      receipt_key: "order_id",
      product: "product_id",
      salesperson: "seller_id",
      gross_minor: "price",
      category: "product_category_name",
      region: "customer_state",
      customer_key: "customer_id",
      sold_at: "order_purchase_timestamp",
      payment_method: "payment_type",
    },
  ],
  [
    "Olist, payments as sales",
    "genesis",
    "order_id, order_purchase_timestamp, payment_type, payment_installments, payment_value",
    {
      receipt_key: "order_id",
      sold_at: "order_purchase_timestamp",
      payment_method: "payment_type",
      gross_minor: "payment_value",
    },
  ],
  [
    "Superstore",
    "genesis",
    `Row ID, Order ID, Order Date, Ship Date, Ship Mode, Customer Name, Segment, City, State, Region, Product ID, Category,
     Sub-Category, Product Name, Sales, Quantity, Discount, Profit`,
    {
      source_key: "Row ID",
      receipt_key: "Order ID",
      sold_at: "Order Date",
      customer_key: "Customer Name",
      customer_segment: "Segment",
      region: "Region",
      product: "Product Name",
      category: "Category",
      gross_minor: "Sales",
      quantity_milli: "Quantity",
      discount_minor: "Discount",
    },
  ],
  [
    "UCI Online Retail II",
    "genesis",
    "Invoice, StockCode, Description, Quantity, InvoiceDate, Price, Customer ID, Country",
    {
      receipt_key: "Invoice",
      product: "StockCode",
      quantity_milli: "Quantity",
      sold_at: "InvoiceDate",
      customer_key: "Customer ID",
      region: "Country",
    },
  ],
];

test.each(dataSets)("the columns of %s are known by their names", (_, source, header, expected) => {
  const { fields } = suggestMapping(source, header.split(/,\s+/));
  expect(Object.fromEntries(Object.entries(fields).map(([name, { from }]) => [name, from]))).toEqual(expected);
});

const evidence = (rows: readonly Record<string, string>[]) => ({
  profiles: profileSamples(
    Object.keys(rows[0] ?? {}),
    rows.map((values) => ({ values })),
  ),
  names: new Map(),
  ownFields: [],
});
const columns = ["Sales", "Discount"];

test("shares beside amounts are no amounts, and the reason says how to compute one", () => {
  const rows = ["0", "0.2", "0.8"].map((Discount, index) => ({ Sales: `${index + 2}61.96`, Discount }));
  const { mapping, reasons } = suggestColumns("genesis", columns, evidence(rows), "sale_lines");
  expect(mapping.fields).toEqual({ gross_minor: { from: "Sales" } });
  expect(reasons.discount_minor).toBe(
    "“Discount” holds shares from 0 to 0.8, not amounts. For an amount of “Sales”, add the computed column [Sales] * [Discount].",
  );
});

test("small discounts beside small amounts stay amounts, and so do larger ones", () => {
  for (const [sales, discount] of [
    ["2.500", "0.250"],
    ["261.96", "12.50"],
  ] as const) {
    const rows = [
      { Sales: sales, Discount: discount },
      { Sales: sales, Discount: "0.5" },
    ];
    const { mapping } = suggestColumns("genesis", columns, evidence(rows), "sale_lines");
    expect(mapping.fields.discount_minor).toEqual({ from: "Discount" });
  }
});

test("a price beside a quantity is not taken for the amount of the line", () => {
  const { mapping, reasons } = suggestColumns("genesis", ["Price", "Quantity"], evidence([]), "sale_lines");
  expect(mapping.fields).toEqual({ quantity_milli: { from: "Quantity" } });
  expect(reasons.gross_minor).toContain("[Price] * [Quantity]");
});

test("postings with a side of their own are not taken as if all were debits, and the reason says what to compute", () => {
  const posting = { Entry: "J1", "Posting date": "2026-11-03", Account: "Bank", "Account type": "Cash" };
  const suggest = (rows: readonly Record<string, string>[]) =>
    suggestColumns("genesis", Object.keys(rows[0] ?? {}), evidence(rows), "ledger_postings");
  const lettered = suggest([
    { ...posting, "D/C": "D", Amount: "100.00" },
    { ...posting, "D/C": "C", Amount: "100.00" },
  ]);
  expect(lettered.mapping.fields.amount_minor).toBeUndefined();
  expect(lettered.reasons.amount_minor).toBe(
    '“D/C” says on which side a posting is. Add the computed column if([D/C] = "C", 0 - [Amount], [Amount]).',
  );
  const columns = suggest([
    { ...posting, Soll: "100.00", Haben: "" },
    { ...posting, Soll: "", Haben: "100.00" },
  ]);
  expect(columns.reasons.amount_minor).toBe(
    "Debits are above zero, credits below. Add the computed column if(isEmpty([Soll]), 0 - [Haben], if(isEmpty([Haben]), [Soll], [Soll] - [Haben])).",
  );
  const signed = suggest([
    { ...posting, "D/C": "D", Amount: "100.00" },
    { ...posting, "D/C": "C", Amount: "-100.00" },
  ]);
  expect(signed.mapping.fields.amount_minor).toEqual({ from: "Amount" });
});
