import type { MetricAnswer, MetricQuery, PanelAnswer } from "@console/contracts";

/** A question of a panel with its answer; a test says only what it is about. */
export function makeQuestion(
  query: Partial<MetricQuery>,
  answer: Partial<MetricAnswer>,
): PanelAnswer["questions"][number] {
  return {
    query: {
      metrics: [],
      dimensions: [],
      filters: [],
      time: { default: true },
      having: [],
      sort: [],
      other: false,
      cumulative: false,
      ...query,
    },
    answer: {
      columns: [],
      rows: [],
      totals: {},
      time: { from: "2026-03-01", to: "2026-03-19", timeZone: "UTC" },
      compareTime: null,
      currency: "USD",
      isTruncated: false,
      rules: [],
      freshness: [],
      ...answer,
    },
  };
}
