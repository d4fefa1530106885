import type { Report } from "../report.ts";

const delivery = ["delivery_count", "on_time_rate", "delivery_success_rate", "failed_delivery_count"];
const warehouse = ["stock_value", "stock_out_count", "low_stock_item_count", "days_of_cover"];
const sales = ["net_sales", "transaction_count", "avg_basket_value", "gross_margin_pct"];
const documents = ["document_count", "pending_approval_count", "overdue_document_count", "p50_approval_hours"];
const ledger = ["income_amount", "expense_amount", "net_profit", "cash_balance"];

const running = "Today is not over yet. It is compared with the whole of the same weekday last week.";
const standing = "As of now, compared with the same weekday a week earlier.";

const question = "How is each source doing?";
const domains: Report["domains"] = ["delivery", "warehouse", "sales", "documents", "ledger"];

/** The headline figures of each domain today, for dashboards. */
export const overviewToday: Report = {
  id: "overview",
  title: "Overview of today",
  question,
  domains,
  filters: [],
  rows: [],
  isHidden: true,
  period: "today",
  compare: "same_weekdays",
  sections: [
    {
      panels: [
        { id: "delivery", kind: "kpis", title: "Deliveries today", note: running, metrics: delivery },
        { id: "warehouse", kind: "kpis", title: "Stock today", note: standing, metrics: warehouse },
        { id: "sales", kind: "kpis", title: "Sales today", note: running, metrics: sales },
        { id: "documents", kind: "kpis", title: "Documents today", note: running, metrics: documents },
      ],
    },
  ],
};

const elapsed = "Up to today, compared with the same days of last month.";

/** The same figures from the first of the month on; books are kept by the month, so the ledger has these alone. */
export const overviewMonth: Report = {
  id: "overview-month",
  title: "Overview of the month",
  question,
  domains,
  filters: [],
  rows: [],
  isHidden: true,
  period: "this_month",
  compare: "previous_period",
  sections: [
    {
      panels: [
        { id: "delivery", kind: "kpis", title: "Deliveries this month", note: elapsed, metrics: delivery },
        { id: "warehouse", kind: "kpis", title: "Stock this month", note: elapsed, metrics: warehouse },
        { id: "sales", kind: "kpis", title: "Sales this month", note: elapsed, metrics: sales },
        { id: "documents", kind: "kpis", title: "Documents this month", note: elapsed, metrics: documents },
        { id: "ledger", kind: "kpis", title: "Money this month", note: elapsed, metrics: ledger },
      ],
    },
  ],
};
