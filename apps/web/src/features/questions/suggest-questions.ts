import type { RouteOutput, Routes } from "@console/contracts";

type Catalogue = RouteOutput<Routes["listMetrics"]>;

/** A question about a metric; with a dimension it names one of the tenant's own members. */
type Template = { metric: string; dimension?: string; write: (member: string) => string };

/** Those of each domain apart from each other, so that the first ones are about all of them. */
const templates: readonly Template[] = [
  { metric: "failed_delivery_count", write: () => "Failed deliveries by reason last month" },
  { metric: "net_sales", dimension: "branch", write: (branch) => `Net sales of ${branch} this quarter` },
  { metric: "stock_value", write: () => "Stock value by warehouse" },
  { metric: "document_count", write: () => "Documents by type last month" },
  { metric: "expense_amount", write: () => "Expenses by month this year" },
  { metric: "late_delivery_count", dimension: "driver", write: (driver) => `Late deliveries of ${driver} last month` },
  { metric: "net_sales", write: () => "Top 5 products by net sales last month" },
  {
    metric: "outbound_qty",
    dimension: "warehouse",
    write: (warehouse) => `Outbound quantity of ${warehouse} by week this quarter`,
  },
  { metric: "avg_approval_hours", write: () => "Average approval time by department this quarter" },
  { metric: "net_profit", write: () => "Net profit last month compared with the month before" },
  { metric: "on_time_rate", write: () => "On-time rate by week this quarter" },
  { metric: "delivery_count", write: () => "Deliveries by driver last week" },
  { metric: "gross_margin_amount", write: () => "Gross margin by branch last month" },
  { metric: "transaction_count", write: () => "Transactions by weekday last month" },
  { metric: "net_sales", write: () => "Net sales by payment method last month" },
  { metric: "stock_on_hand_qty", write: () => "Stock on hand by product" },
  { metric: "inbound_qty", write: () => "Inbound quantity by week this quarter" },
  { metric: "expiring_document_count", write: () => "Documents expiring in the next 30 days" },
  { metric: "document_count", write: () => "Documents by department this quarter" },
];
const mostSuggested = 6;

/** The dimensions whose members suggestions name. */
export const namedDimensions = [...new Set(templates.flatMap(({ dimension }) => dimension ?? []))];

/** Questions about what the tenant has data of, with members of its own; those without one are left out. */
export function suggestQuestions(
  { metrics, domains }: Pick<Catalogue, "metrics" | "domains">,
  members: Readonly<Record<string, string | undefined>>,
): string[] {
  const filled = new Set(domains.filter(({ firstDay }) => firstDay !== null).map(({ id }) => id));
  const questions = templates.flatMap(({ metric, dimension, write }) => {
    const known = metrics.find(({ id }) => id === metric);
    if (!known || !filled.has(known.domain)) return [];
    if (!dimension) return [write("")];
    const member = members[dimension];
    return member && known.dimensions.includes(dimension) ? [write(member)] : [];
  });
  return questions.slice(0, mostSuggested);
}
