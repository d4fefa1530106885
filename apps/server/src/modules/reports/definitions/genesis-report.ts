import type { Report } from "../report.ts";

export const genesisReport: Report = {
  id: "genesis-report",
  title: "Sales report",
  question: "What was sold, at what margin, to whom, and what is still owed?",
  hasOwnPage: true,
  domains: ["sales", "ledger"],
  filters: [
    ...["branch", "region", "category", "product", "channel", "payment_method", "customer_segment", "salesperson"],
    ...["day_of_week", "hour_of_day"],
  ],
  rows: ["net_sales", "return_amount", "receivable_balance", "payable_balance"],
  sections: [
    {
      panels: [
        {
          ...{ id: "headline", kind: "kpis", title: "Sales at a glance" },
          note: "Net sales are gross sales less discounts and returns.",
          metrics: [
            ...["net_sales", "gross_margin_amount", "gross_margin_pct", "transaction_count"],
            ...["avg_basket_value", "items_per_receipt", "discount_rate", "return_rate"],
          ],
        },
        { id: "sales", kind: "trend", as: "line", width: 8, title: "How do sales move?", metrics: ["net_sales"] },
        {
          ...{ id: "payment", kind: "pareto", width: 4, title: "How do people pay?" },
          ...{ metric: "net_sales", by: "payment_method" },
        },
      ],
    },
    {
      title: "What and to whom",
      panels: [
        {
          ...{ id: "categories", kind: "trend", as: "stacked", width: 8, title: "Which categories carry the sales?" },
          ...{ metrics: ["net_sales"], by: "category" },
        },
        {
          ...{ id: "channels", kind: "pareto", width: 4, title: "Through which channel?" },
          ...{ metric: "net_sales", by: "channel" },
        },
        {
          ...{ id: "hours", kind: "heat", width: 12, title: "When do people buy?" },
          ...{ metric: "net_sales", others: ["transaction_count", "avg_basket_value"] },
          ...{ rows: "day_of_week", columns: "half_hour" },
        },
        {
          ...{ id: "bridge", kind: "bridge", width: 6, title: "What made the difference?" },
          ...{ metric: "net_sales", by: "category" },
        },
        {
          ...{ id: "segments", kind: "pivot", width: 6, title: "Which segment buys what?" },
          ...{ metric: "net_sales", rows: "category", columns: "customer_segment" },
        },
        {
          ...{ id: "products", kind: "ranking", width: 12, title: "Which products earn money?", by: "product" },
          metrics: [
            "net_sales",
            "units_sold",
            "gross_margin_amount",
            "gross_margin_pct",
            "discount_rate",
            "return_rate",
          ],
        },
        {
          ...{ id: "people", kind: "ranking", width: 12, title: "Who sells?", by: "salesperson" },
          note: "Ranked from 50 receipts on.",
          metrics: ["net_sales", "transaction_count", "avg_basket_value", "discount_rate", "return_rate"],
          least: { metric: "transaction_count", value: 50 },
        },
      ],
    },
    {
      title: "Money",
      panels: [
        {
          ...{ id: "money", kind: "kpis", title: "What comes in and what is owed" },
          note: "Income and receivables count up, expenses and payables are shown without a sign.",
          metrics: [
            ...["income_amount", "expense_amount", "net_profit", "cash_balance"],
            ...["receivable_balance", "overdue_receivable", "payable_balance", "overdue_payable"],
          ],
        },
        {
          ...{ id: "ageing", kind: "pareto", width: 6, title: "How old is what customers owe?" },
          ...{ metric: "receivable_balance", by: "ageing_bucket" },
        },
        {
          ...{ id: "profit", kind: "trend", as: "bar", width: 6, title: "What is left?" },
          metrics: ["income_amount", "expense_amount"],
        },
      ],
    },
  ],
};
