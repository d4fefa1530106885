import { type Coverage, closing, during, less, type Metric, ratioFormula, sumFormula } from "../model/dataset.ts";
import { describeMetrics } from "../model/describe-metrics.ts";

const { flow, ratio } = describeMetrics("sales", "sales");

/** Only of the lines whose cost is known: a line without one would count as if it had cost nothing. */
const margin = [during("sales.costed_net"), less(during("sales.cost"))];
const costs: Coverage = {
  known: [during("sales.costed")],
  all: [during("sales.lines")],
  of: "sales",
  what: "Costs",
  needs: "the cost of each sale",
};
const customers: Coverage = {
  known: [during("sales.with_customer")],
  all: [during("sales.lines_sold")],
  of: "sales",
  what: "Customers",
  needs: "the customer of each sale",
};
const withoutCustomer = { label: "Lines without a customer", measure: "sales.without_customer" };
const discounts: Coverage = {
  known: [during("sales.discounted")],
  isOfAmounts: true,
  needs: "the discounts of sales",
};

export const salesMetrics: Metric[] = [
  flow("net_sales", "Net sales", "net", {
    unit: "currency",
    good: "up",
    rule: "Gross sales less discounts and less what was returned in the period.",
    synonyms: ["net sales", "sales", "revenue", "turnover", "sell", "sold", "takings"],
  }),
  flow("gross_sales", "Gross sales", "gross", {
    unit: "currency",
    good: "up",
    rule: "Sales before discounts. Return lines are not counted.",
    synonyms: ["gross sales"],
    exclusions: [{ label: "Return lines", measure: "sales.returns" }],
  }),
  flow("units_sold", "Units sold", "units", {
    unit: "units",
    good: "up",
    rule: "Quantity sold. What was returned is not taken off.",
    synonyms: ["units sold", "units", "quantity sold"],
    exclusions: [{ label: "Return lines", measure: "sales.returns" }],
  }),
  flow("transaction_count", "Transactions", "transactions", {
    unit: "count",
    good: "up",
    rule: "Different receipts of each day with at least one line sold: one with lines on two days counts on both. Receipts that only take back are not counted.",
    synonyms: ["transactions", "receipts", "tickets", "number of sales"],
  }),
  flow("sale_line_count", "Sales lines", "all_lines", {
    unit: "count",
    good: null,
    rule: "Lines of receipts in the period, sold or taken back.",
    synonyms: ["sales lines", "sale lines", "receipt lines", "lines sold"],
  }),
  ratio("avg_basket_value", "Average basket", "net", "transactions_in_currency", {
    type: "average",
    unit: "currency",
    good: "up",
    rule: "Net sales ÷ transactions.",
    synonyms: [
      "avg basket",
      "average basket",
      "basket value",
      "basket size",
      "ticket size",
      "average ticket",
      "avg ticket",
    ],
  }),
  flow("gross_margin_amount", "Gross margin", "costed_net", {
    unit: "currency",
    good: "up",
    rule: "Net sales less the cost of what was sold, over lines whose cost is known. The cost of what was returned is taken off again.",
    synonyms: ["gross margin", "margin", "gross profit"],
    formula: sumFormula(...margin),
    coverage: costs,
  }),
  ratio("gross_margin_pct", "Gross margin %", "costed_net", "costed_net", {
    unit: "percent",
    good: "up",
    rule: "Gross margin ÷ net sales, over lines whose cost is known.",
    synonyms: ["margin %", "gross margin %", "margin percent", "margin rate"],
    formula: ratioFormula(margin, during("sales.costed_net")),
    coverage: costs,
  }),
  flow("discount_amount", "Discounts", "discount", {
    unit: "currency",
    good: "down",
    rule: "Discounts given on what was sold. Return lines are not counted.",
    synonyms: ["discounts", "discounts given", "discount amount"],
    coverage: discounts,
    exclusions: [{ label: "Return lines", measure: "sales.returns" }],
  }),
  ratio("discount_rate", "Discount rate", "discount", "gross", {
    unit: "percent",
    good: "down",
    rule: "Discounts ÷ gross sales.",
    synonyms: ["discount rate", "discount %"],
    coverage: discounts,
    exclusions: [{ label: "Return lines", measure: "sales.returns" }],
  }),
  flow("return_amount", "Returns value", "returned", {
    unit: "currency",
    good: "down",
    rule: "What was paid for the goods returned in the period, after discounts, whenever they had been sold.",
    synonyms: ["returned value", "refunds"],
  }),
  flow("return_count", "Returns", "returns", {
    unit: "count",
    good: "down",
    rule: "Receipt lines that took goods back.",
    synonyms: ["returns"],
  }),
  ratio("return_rate", "Return rate", "returned", "gross", {
    unit: "percent",
    good: "down",
    rule: "Value returned in the period ÷ gross sales less discounts in the period.",
    synonyms: ["return rate", "returns %"],
    formula: ratioFormula(during("sales.returned"), [during("sales.gross"), less(during("sales.discount"))]),
  }),
  flow("customer_count", "Customers served", "customers", {
    unit: "count",
    good: "up",
    rule: "Different customers who bought something, each counted once in the whole period.",
    synonyms: ["customers served", "number of customers", "buyers"],
    exclusions: [withoutCustomer],
    coverage: customers,
  }),
  flow("repeat_customer_count", "Repeat customers", "repeat_customers", {
    unit: "count",
    good: "up",
    rule: "Different customers who bought on more than one receipt of the period.",
    synonyms: ["repeat customers", "returning customers", "repeat buyers", "loyal customers"],
    exclusions: [withoutCustomer],
    coverage: customers,
  }),
  ratio("repeat_customer_rate", "Repeat customer rate", "repeat_customers", "customers", {
    unit: "percent",
    good: "up",
    rule: "Customers who bought on more than one receipt of the period ÷ customers served in the period.",
    synonyms: ["repeat customer rate", "repeat rate", "share of repeat customers"],
    exclusions: [withoutCustomer],
    coverage: customers,
  }),
  ratio("avg_unit_price", "Average unit price", "gross", "units_in_currency", {
    type: "average",
    unit: "currency",
    good: null,
    rule: "What was paid for the goods sold, after discounts ÷ units sold. Return lines are not counted.",
    synonyms: ["unit price", "average unit price", "price per unit", "average price"],
    formula: ratioFormula([during("sales.gross"), less(during("sales.discount"))], during("sales.units_in_currency")),
    exclusions: [{ label: "Return lines", measure: "sales.returns" }],
  }),
  flow("selling_branch_count", "Branches that sold", "selling_branches", {
    unit: "count",
    good: null,
    rule: "Different branches with at least one line sold in the period.",
    synonyms: ["branches that sold", "selling branches", "active branches"],
    exclusions: [{ label: "Lines without a branch", measure: "sales.without_branch" }],
    coverage: {
      known: [during("sales.with_branch")],
      all: [during("sales.lines_sold")],
      of: "sales",
      what: "Branches",
      needs: "the branch of each sale",
    },
  }),
  flow("sales_target", "Sales target", "targets.target", {
    unit: "currency",
    good: null,
    rule: "Targets set for the days of the period.",
    synonyms: ["target", "sales target", "budget", "quota"],
  }),
  ratio("target_attainment", "Target attainment", "net", "targets.target", {
    unit: "percent",
    good: "up",
    rule: "Net sales ÷ sales target of the same days.",
    synonyms: ["target attainment", "vs target", "achievement", "missed target"],
    judgements: [
      {
        words: ["missed target", "below target", "under target", "behind target", "short of target"],
        op: "<",
        value: 1,
      },
      {
        words: ["hit target", "beat target", "above target", "over target", "reached target", "met target"],
        op: ">=",
        value: 1,
      },
    ],
    coverage: { known: [during("targets.target")], needs: "sales targets for these days" },
  }),
  ratio("items_per_receipt", "Items per receipt", "units", "transactions", {
    type: "average",
    unit: "units",
    good: "up",
    rule: "Units sold ÷ transactions.",
    synonyms: ["items per receipt", "items per ticket", "units per transaction"],
  }),
  flow("branch_count", "Branches opened", "branches.open_branches", {
    type: "snapshot",
    unit: "count",
    good: null,
    rule: "Branches opened up to the end of the period. Those that have closed since still count.",
    synonyms: ["branch count", "number of branches", "branches opened"],
    formula: sumFormula(closing("branches.open_branches")),
  }),
];
