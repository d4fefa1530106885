import type { Report } from "../report.ts";

export const branchReport: Report = {
  id: "branch-report",
  title: "Branch report",
  question: "Which branches grow by themselves, which miss their target, and why?",
  hasOwnPage: true,
  domains: ["sales"],
  filters: ["branch", "region", "day_of_week"],
  compare: "same_period_last_year",
  rows: ["net_sales", "sales_target", "branch_count"],
  sections: [
    {
      panels: [
        {
          ...{ id: "headline", kind: "kpis", title: "Branches at a glance" },
          metrics: [
            ...["net_sales", "target_attainment", "transaction_count", "avg_basket_value"],
            ...["gross_margin_pct", "discount_rate", "return_rate", "branch_count"],
          ],
        },
        {
          ...{ id: "target", kind: "trend", as: "line", width: 8, title: "Are we on target?" },
          ...{ metrics: ["net_sales"], target: "sales_target" },
        },
        {
          ...{ id: "regions", kind: "pareto", width: 4, title: "Which region sells?" },
          ...{ metric: "net_sales", by: "region" },
        },
      ],
    },
    {
      title: "Pace",
      panels: [
        {
          ...{ id: "pace", kind: "pace", as: "course", width: 12, title: "Will we reach the target?" },
          note: "Days that are not over count as the mean of their weekday over the last 8 weeks.",
          ...{ metric: "net_sales", target: "sales_target", by: "branch" },
        },
        {
          ...{ id: "branch-pace", kind: "pace", as: "members", width: 12, title: "Which branches will reach theirs?" },
          note: "Pace is what was sold against the target of the same days. Those farthest behind stand first.",
          ...{ metric: "net_sales", target: "sales_target", by: "branch" },
        },
      ],
    },
    {
      title: "Growth",
      panels: [
        {
          ...{ id: "like-for-like", kind: "like-for-like", width: 6, metric: "net_sales" },
          title: "How do branches grow that were open all along?",
        },
        {
          ...{ id: "bridge", kind: "bridge", width: 6, title: "Which branches made the difference?" },
          ...{ metric: "net_sales", by: "branch" },
        },
        {
          ...{ id: "courses", kind: "multiples", width: 12, title: "How does each branch move?" },
          ...{ metric: "net_sales", by: "branch" },
        },
      ],
    },
    {
      title: "League",
      panels: [
        {
          ...{ id: "league", kind: "ranking", width: 12, title: "How do the branches rank?", by: "branch" },
          note: "Rows without a branch are shown as Unassigned, so that the sum is always the whole.",
          metrics: [
            ...["net_sales", "transaction_count", "avg_basket_value", "gross_margin_pct"],
            ...["discount_rate", "return_rate"],
          ],
        },
        {
          ...{ id: "attainment", kind: "ranking", width: 6, title: "Who reaches the target?", by: "branch" },
          metrics: ["sales_target", "target_attainment"],
        },
        {
          ...{ id: "months", kind: "pivot", width: 6, title: "How did they do over time?" },
          ...{ metric: "net_sales", rows: "branch", columns: "period" },
        },
        { id: "map", kind: "map", width: 12, title: "Where are the branches?", metric: "branch_count", by: "region" },
      ],
    },
  ],
};
