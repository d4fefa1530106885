import { type Coverage, closing, type Metric, sumFormula } from "../model/dataset.ts";
import { describeMetrics } from "../model/describe-metrics.ts";

const { flow } = describeMetrics("ledger", "driver_cash");

/** What is known from the first posting of such an account on: a later period without one is zero. */
const since = (measure: string, account: string): Coverage => ({
  known: [closing(measure)],
  isOverall: true,
  needs: `postings to an account that is used for ${account}`,
});
const withDrivers = since("driver_cash.with_drivers_postings", "cash with drivers");
const owed = since("merchant_cash.owed_postings", "what is owed to merchants");

export const cashMetrics: Metric[] = [
  flow("cod_booked_amount", "COD booked", "booked", {
    unit: "currency",
    good: null,
    rule: "What the ledger has of cash that drivers collected, on the day of its entries; entries that were reversed are taken off.",
    synonyms: ["cod booked", "booked cod", "cod in the ledger"],
    coverage: withDrivers,
  }),
  flow("cod_handed_in_amount", "COD handed in", "handed_in", {
    unit: "currency",
    good: "up",
    rule: "Cash that was counted when drivers handed it in, by the hand-ins in the ledger.",
    synonyms: ["cod handed in", "handed in", "hand-ins", "cash handed in"],
    coverage: withDrivers,
  }),
  flow("cash_short_over_amount", "Cash short and over", "short_over", {
    unit: "currency",
    good: "down",
    rule: "What drivers handed in too little, less what they handed in too much, as it is booked.",
    synonyms: ["cash short and over", "short and over", "cash short", "cash shortage", "cash differences"],
    coverage: withDrivers,
  }),
  flow("open_driver_cash", "Open driver cash", "with_drivers", {
    party: "driver",
    type: "snapshot",
    unit: "currency",
    good: "down",
    rule: "Cash that drivers had collected and not handed in at the end of the period, as the ledger has it.",
    synonyms: ["open driver cash", "open cash", "cash with drivers", "driver cash"],
    formula: sumFormula(closing("driver_cash.with_drivers")),
    coverage: withDrivers,
  }),
  flow("driver_pay_amount", "Driver pay", "pay", {
    unit: "currency",
    good: "down",
    rule: "What drivers have earned by the entries of the period.",
    synonyms: ["driver pay", "pay of drivers", "driver wages"],
    coverage: since("driver_cash.pay_postings", "driver pay"),
  }),
  flow("cod_banked_amount", "COD banked", "banked_cash.banked", {
    unit: "currency",
    good: "up",
    rule: "Cash that was taken from the safe to the bank, by the deposits in the ledger.",
    synonyms: ["cod banked", "banked cod", "cash banked", "cash deposited"],
    coverage: since("banked_cash.bank_postings", "the bank"),
  }),
  flow("cod_owed_balance", "Owed to merchants", "merchant_cash.owed", {
    party: "customer",
    type: "snapshot",
    unit: "currency",
    good: null,
    rule: "What was collected for merchants and not paid out to them at the end of the period, less fees.",
    synonyms: ["owed to merchants", "cod owed", "merchant balances", "merchant balance"],
    formula: sumFormula(closing("merchant_cash.owed")),
    coverage: owed,
  }),
  flow("cod_paid_out_amount", "Paid out to merchants", "merchant_cash.paid_out", {
    unit: "currency",
    good: null,
    rule: "What payouts in the ledger have paid to merchants.",
    synonyms: ["paid out to merchants", "merchant payouts", "cod paid out", "payouts"],
    coverage: owed,
  }),
  flow("cod_fee_amount", "COD fees", "merchant_cash.cod_fees", {
    unit: "currency",
    good: "up",
    rule: "Fees for cash on delivery that are booked as income, without tax.",
    synonyms: ["cod fees", "cod fee", "cash on delivery fees"],
    coverage: since("merchant_cash.cod_fee_postings", "COD fees"),
  }),
  flow("delivery_fee_amount", "Delivery fees", "merchant_cash.delivery_fees", {
    unit: "currency",
    good: "up",
    rule: "Fees for deliveries that are booked as income, without tax.",
    synonyms: ["delivery fees", "delivery fee", "delivery fee income"],
    coverage: since("merchant_cash.delivery_fee_postings", "delivery fees"),
  }),
];
