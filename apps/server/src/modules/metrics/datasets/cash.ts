import type { LedgerPurpose } from "@console/contracts";
import type { Dataset, Measure, RowColumn } from "../model/dataset.ts";
import { cashSteps, toCode } from "../model/dimensions.ts";
import { otherCurrency } from "../model/money.ts";
import { postingDetail } from "./ledger.ts";

const isFor = (...purposes: LedgerPurpose[]) => `purpose in (${purposes.map((purpose) => `'${purpose}'`).join(", ")})`;

/** The postings of accounts that are used for some purposes, with the purpose of each. */
const postingsFor = (...purposes: LedgerPurpose[]) => `(select f.*, used.purpose from ledger_postings f
  join account_purposes used on used.tenant_id = f.tenant_id and used.account_id = f.account_id
  where not f.is_mirror and used.${isFor(...purposes)})`;
const isStep = (step: (typeof cashSteps)[number]) => `coalesce(cash_step, 0) = ${toCode(cashSteps, step)}`;
const amount = (where: string, value = "amount_minor"): Measure => ({ kind: "sum", unit: "minor", where, value });
const count = (where: string): Measure => ({ kind: "sum", unit: "count", where, isInCurrency: true });

/** The columns of a posting, with the dimensions that its dataset has. */
const listColumns = (...dimensions: string[]): RowColumn[] => [
  { id: "posting", label: "Posting", format: "text", value: "source_key", isSearched: true },
  { id: "entry_key", label: "Entry", format: "text", value: "entry_key", isSearched: true },
  ...dimensions.map((dimension) => ({ dimension })),
  { id: "text", label: "Text", format: "text", value: "text", isSearched: true },
  { id: "order_reference", label: "Order", format: "text", value: "order_reference", isSearched: true },
  { id: "posted_at", label: "Posted", format: "instant", value: "posted_at" },
  { id: "amount_minor", label: "Amount", format: "money", value: "amount_minor" },
];

/** What drivers have taken, handed in and earned: such postings name the driver. */
const driverCash: Dataset = {
  id: "driver_cash",
  domain: "ledger",
  fact: "ledger_postings",
  relation: postingsFor("cod_with_driver", "short_over", "driver_pay"),
  dimensions: { driver: "driver_id" },
  measures: {
    with_drivers: amount(isFor("cod_with_driver")),
    with_drivers_postings: count(isFor("cod_with_driver")),
    booked: amount(`${isFor("cod_with_driver")} and not ${isStep("Hand-in")}`),
    // What was expected less what was short is what was counted.
    handed_in: amount(`${isFor("cod_with_driver", "short_over")} and ${isStep("Hand-in")}`, "-amount_minor"),
    short_over: amount(isFor("short_over")),
    pay: amount(isFor("driver_pay")),
    pay_postings: count(isFor("driver_pay")),
    other_currency: otherCurrency(),
  },
  rollups: [
    { number: 440, dimensions: [] },
    { number: 441, dimensions: ["driver"] },
  ],
  rows: listColumns("driver"),
  detail: postingDetail,
};

/** What is owed to merchants and earned from them: such postings name the merchant as the customer. */
const merchantCash: Dataset = {
  id: "merchant_cash",
  domain: "ledger",
  fact: "ledger_postings",
  relation: postingsFor("cod_owed", "cod_fee", "delivery_fee"),
  dimensions: { customer: "customer_id" },
  measures: {
    owed: amount(isFor("cod_owed"), "-amount_minor"),
    owed_postings: count(isFor("cod_owed")),
    paid_out: amount(`${isFor("cod_owed")} and ${isStep("Payout")}`),
    cod_fees: amount(isFor("cod_fee"), "-amount_minor"),
    cod_fee_postings: count(isFor("cod_fee")),
    delivery_fees: amount(isFor("delivery_fee"), "-amount_minor"),
    delivery_fee_postings: count(isFor("delivery_fee")),
    other_currency: otherCurrency(),
  },
  rollups: [
    { number: 442, dimensions: [] },
    { number: 443, dimensions: ["customer"] },
  ],
  rows: listColumns("customer"),
  detail: postingDetail,
};

/** What came from the safe to the bank. */
const bankedCash: Dataset = {
  id: "banked_cash",
  domain: "ledger",
  fact: "ledger_postings",
  relation: postingsFor("bank"),
  dimensions: { account: "account_id" },
  measures: {
    banked: amount(isStep("Deposit")),
    bank_postings: count("true"),
    other_currency: otherCurrency(isStep("Deposit")),
  },
  rollups: [
    { number: 444, dimensions: [] },
    { number: 445, dimensions: ["account"] },
  ],
  rows: listColumns("account"),
  detail: postingDetail,
};

export const cashDatasets: Dataset[] = [driverCash, merchantCash, bankedCash];
