/** One question, asked of the product, of the raw facts in PostgreSQL and of the same rows in DuckDB. */
export type Question = {
  name: string;
  /** What the product is asked: a metric query, or a path for the platform's own figures. */
  ask: { query: object } | { path: string };
  /** SQL that both databases understand; the product's answer adds up to the same. */
  sql: string;
  /** A column of the SQL's answer, and the field of the product's rows, whose sums must be equal. */
  check: { column: string; field: string };
};

const tenant = "bench-001";

/** The questions of a delivery report over a year, for the largest tenant, and the platform's volume. */
export function deliveryQuestions({ from, to }: { from: string; to: string }): Question[] {
  const time = { from, to };
  const rows = `delivery_tasks where tenant_id = '${tenant}' and day >= '${from}' and day < '${to}'`;
  const counted = "not is_cancelled and task_type <> 2";
  const timed = `${counted} and status = 3 and not is_closed_by_admin`;
  return [
    {
      name: "by day and status",
      ask: { query: { metrics: ["delivery_count"], dimensions: ["delivery_status"], grain: "day", time } },
      sql: `select day, status, count(*) filter (where ${counted}) as n from ${rows} group by day, status order by day, status`,
      check: { column: "n", field: "delivery_count" },
    },
    {
      name: "top 20 drivers with on-time %",
      ask: {
        query: {
          metrics: ["delivered_count", "on_time_rate"],
          dimensions: ["driver"],
          time,
          sort: [{ by: "delivered_count", dir: "desc" }],
          limit: 20,
        },
      },
      sql: `select driver_id, count(*) filter (where ${counted} and status = 3) as n,
        count(*) filter (where ${timed} and late_seconds <= 0) * 1.0 / nullif(count(*) filter (where ${timed} and due_at is not null), 0) as rate
        from ${rows} group by driver_id order by n desc, driver_id limit 20`,
      check: { column: "n", field: "delivered_count" },
    },
    {
      name: "p50 and p90 by week",
      ask: { query: { metrics: ["p50_delivery_minutes", "p90_delivery_minutes"], grain: "week", time } },
      sql: `select date_trunc('week', day) as week, percentile_disc(0.5) within group (order by delivery_seconds) as p50,
        percentile_disc(0.9) within group (order by delivery_seconds) / 60.0 as p90
        from ${rows} and ${timed} and delivery_seconds >= 0 group by 1 order by 1`,
      check: { column: "p90", field: "p90_delivery_minutes" },
    },
    {
      name: "weekday × hour",
      ask: { query: { metrics: ["delivery_count"], dimensions: ["day_of_week", "hour_of_day"], time } },
      sql: `select extract(isodow from day) as weekday, hour, count(*) filter (where ${counted}) as n
        from ${rows} group by 1, 2 order by 1, 2`,
      check: { column: "n", field: "delivery_count" },
    },
    {
      name: "failure reasons",
      ask: { query: { metrics: ["failed_delivery_count"], dimensions: ["failure_reason"], share: "total", time } },
      sql: `select failure_reason_id, count(*) filter (where ${counted} and status = 4) as n
        from ${rows} group by 1 order by n desc`,
      check: { column: "n", field: "failed_delivery_count" },
    },
    {
      name: "platform per day",
      ask: { path: `/api/platform/volumes?fact=delivery_tasks&from=${from}&to=${to}` },
      sql: `select day, count(*) as n from delivery_tasks where day >= '${from}' and day < '${to}' group by day order by day`,
      check: { column: "n", field: "rows" },
    },
  ];
}

/** Stock as of days in the past, over all movements since the first. */
export function stockQuestions(days: readonly string[]): Question[] {
  return days.flatMap((day) =>
    [
      { name: "stock by warehouse", dimension: "warehouse", column: "warehouse_id" },
      { name: "stock by product", dimension: "product", column: "product_id" },
    ].map(({ name, dimension, column }) => ({
      name: `${name} as of ${day}`,
      ask: { query: { metrics: ["stock_on_hand_qty"], dimensions: [dimension], time: { asOf: day }, limit: 1000 } },
      sql: `select ${column}, sum(quantity_milli) / 1000.0 as n from stock_movements
        where tenant_id = '${tenant}' and day <= '${day}' group by 1 order by 1`,
      check: { column: "n", field: "stock_on_hand_qty" },
    })),
  );
}
