/** What a figure is counted over: the last 30 days, everything up to now, or the 30 days that come. */
export type FigureSpan = "period" | "now" | "ahead";

/** The first figures of one domain: four of them, and one that is drawn day by day. */
export type DomainReport = {
  id: string;
  /** The kind of source whose tenants start here; null when none does. */
  source: string | null;
  title: string;
  /** The page of its whole report. */
  path: string;
  figures: readonly { metric: string; span: FigureSpan }[];
  chart: { metric: string; title: string };
};

/** The domains in the order in which a page shows them. */
const domainReports: readonly DomainReport[] = [
  {
    id: "delivery",
    source: "Tookan",
    title: "Deliveries",
    path: "/tenant/tookan-report",
    figures: [
      { metric: "delivery_count", span: "period" },
      { metric: "on_time_rate", span: "period" },
      { metric: "failed_delivery_rate", span: "period" },
      { metric: "p50_delivery_minutes", span: "period" },
    ],
    chart: { metric: "delivery_count", title: "How many deliveries were due each day?" },
  },
  {
    id: "warehouse",
    source: "Warehouse",
    title: "Warehouse",
    path: "/tenant/warehouse-report",
    figures: [
      { metric: "stock_on_hand_qty", span: "now" },
      { metric: "stock_value", span: "now" },
      { metric: "stock_out_count", span: "now" },
      { metric: "order_fill_rate", span: "period" },
    ],
    chart: { metric: "outbound_qty", title: "How much left the warehouses each day?" },
  },
  {
    id: "sales",
    source: "Genesis",
    title: "Sales",
    path: "/tenant/genesis-report",
    figures: [
      { metric: "net_sales", span: "period" },
      { metric: "transaction_count", span: "period" },
      { metric: "avg_basket_value", span: "period" },
      { metric: "target_attainment", span: "period" },
    ],
    chart: { metric: "net_sales", title: "How much was sold each day?" },
  },
  {
    id: "documents",
    source: "Docman",
    title: "Documents",
    path: "/tenant/docman-report",
    figures: [
      { metric: "document_count", span: "period" },
      { metric: "pending_approval_count", span: "now" },
      { metric: "p50_approval_hours", span: "period" },
      { metric: "expiring_document_count", span: "ahead" },
    ],
    chart: { metric: "document_count", title: "How many documents were created each day?" },
  },
  {
    id: "ledger",
    source: null,
    title: "Ledger",
    path: "/tenant/genesis-report",
    figures: [
      { metric: "net_profit", span: "period" },
      { metric: "cash_balance", span: "now" },
      { metric: "receivable_balance", span: "now" },
      { metric: "payable_balance", span: "now" },
    ],
    chart: { metric: "expense_amount", title: "How much was spent each day?" },
  },
];

/** The reports of a page that reads one kind of source, or of one that takes any. */
export function reportsFor(source: string | null): readonly DomainReport[] {
  return source === null ? domainReports : domainReports.filter((report) => report.source === source);
}
