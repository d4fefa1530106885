import type { handWrittenRelations } from "./hand-written-relations.ts";

/** A metric told once more, without the registry: rows of a relation, which of them, and what they come to. */
export type HandWrittenMetric = {
  from: keyof typeof handWrittenRelations;
  when: string;
  sql: string;
  /** One number divided by another: nothing is not zero. */
  isShare?: true;
  /** Read from a histogram, so it may be off by 1 %. */
  isPercentile?: true;
};

type From = HandWrittenMetric["from"];

const inPeriod = "on_day between first_day and last_day";
const upToThen = "on_day <= last_day";

const flow = (from: From, sql: string, when = inPeriod): HandWrittenMetric => ({ from, when, sql });
const state = (from: From, sql: string, when = upToThen): HandWrittenMetric => ({ from, when, sql });
const share = (from: From, over: string, under: string, when = inPeriod): HandWrittenMetric => ({
  from,
  when,
  isShare: true,
  sql: `coalesce(${over}, 0)::float8 / nullif((${under})::float8, 0)`,
});
const mean = (from: From, seconds: string, where: string, per: number, when = inPeriod): HandWrittenMetric => ({
  from,
  when,
  isShare: true,
  sql: `avg(extract(epoch from ${seconds})) filter (where ${where} and ${seconds} >= interval '0') / ${per}.0`,
});
const count = (where: string) => `count(*) filter (where ${where})`;
const sum = (what: string, where = "true") => `sum(${what}) filter (where ${where})`;

/** Half and nine tenths of the waits that are not negative. */
function waits(
  name: string,
  unit: "minutes" | "hours",
  part: { from: From; of: string; where: string; when?: string },
) {
  const { from, of, where, when = inPeriod } = part;
  const at = (percent: number): HandWrittenMetric => ({
    from,
    when,
    isPercentile: true,
    sql: `percentile_disc(0.${percent}) within group (order by extract(epoch from ${of}))
      filter (where ${where} and ${of} >= interval '0') / ${unit === "hours" ? 3600 : 60}.0`,
  });
  return { [`p50_${name}_${unit}`]: at(50), [`p90_${name}_${unit}`]: at(90) };
}

const onTime = "is_clocked and completed_at <= due_at + interval '15 minutes'";
const taskWait = (name: string, of: string, where = "is_clocked") => ({
  [`avg_${name}_minutes`]: mean("tasks", of, where, 60),
  ...waits(name, "minutes", { from: "tasks", of, where }),
});

/** The stages from the order to the door, of deliveries whose times are all known and in their order. */
function doorStages(name: string, when: string): Record<string, HandWrittenMetric> {
  const inOrder =
    "created_at <= assigned_at and assigned_at <= accepted_at and accepted_at <= started_at and started_at <= completed_at";
  const where = `is_clocked and ${when} and ${inOrder}`;
  return {
    [`${name}_staged_count`]: flow("tasks", count(where)),
    [`${name}_assign_minutes`]: mean("tasks", "(assigned_at - created_at)", where, 60),
    [`${name}_accept_minutes`]: mean("tasks", "(accepted_at - assigned_at)", where, 60),
    [`${name}_depart_minutes`]: mean("tasks", "(started_at - accepted_at)", where, 60),
    [`${name}_delivery_minutes`]: mean("tasks", "(completed_at - started_at)", where, 60),
    [`${name}_door_minutes`]: mean("tasks", "(completed_at - created_at)", where, 60),
  };
}

const hasDistance = "counts and (distance_metres > 0 or (has_gps and distance_metres = 0))";

const deliveryTwins: Record<string, HandWrittenMetric> = {
  delivery_count: flow("tasks", count("counts")),
  delivered_count: flow("tasks", count("is_done")),
  failed_delivery_count: flow("tasks", count("counts and status = 4")),
  failed_delivery_rate: share("tasks", count("counts and status = 4"), count("has_ended")),
  delivery_success_rate: share("tasks", count("is_done"), count("has_ended")),
  first_attempt_rate: share("tasks", count("is_done and attempts = 1"), count("has_ended and attempts > 0")),
  on_time_rate: share("tasks", count(onTime), count("is_clocked and due_at is not null")),
  late_delivery_count: flow("tasks", count("is_clocked and completed_at > due_at + interval '15 minutes'")),
  ...taskWait("delivery", "(completed_at - started_at)"),
  avg_attempts: share("tasks", sum("attempts", "has_ended"), count("has_ended and attempts > 0")),
  distance_km: flow("tasks", `${sum("distance_metres", hasDistance)} / 1000.0`),
  km_per_delivery: share("tasks", `${sum("distance_metres", hasDistance)} / 1000.0`, count(hasDistance)),
  within_estimate_rate: share(
    "tasks",
    count("is_clocked and completed_at <= due_at"),
    count("is_clocked and completed_at is not null and due_at is not null"),
  ),
  avg_deviation_minutes: {
    from: "tasks",
    when: inPeriod,
    isShare: true,
    sql: "avg(round(extract(epoch from completed_at - due_at))) filter (where is_clocked) / 60.0",
  },
  p50_deviation_minutes: {
    from: "tasks",
    when: inPeriod,
    isPercentile: true,
    sql: `percentile_disc(0.5) within group (order by ceil(extract(epoch from completed_at - due_at) / 60))
      filter (where is_clocked and due_at is not null and completed_at is not null)`,
  },
  ...taskWait("door", "(completed_at - created_at)"),
  delivery_cost: flow("tasks", `${sum("(own * cost_minor)", "counts")} / 100.0`),
  cost_per_delivery: share(
    "tasks",
    `${sum("(own * cost_minor)", "counts")} / 100.0`,
    count("is_done and (own * cost_minor) is not null"),
  ),
  cod_amount: flow("tasks", `${sum("(own * cod_collected_minor)", "counts")} / 100.0`),
  cod_due_amount: flow("tasks", `${sum("(own * cod_due_minor)", "is_done")} / 100.0`),
  cod_handed_over_amount: flow("tasks", `${sum("(own * cod_handed_over_minor)", "counts")} / 100.0`),
  assigned_delivery_count: flow("tasks", count("counts and assigned_at is not null")),
  accepted_delivery_count: flow("tasks", count("counts and accepted_at is not null")),
  started_delivery_count: flow("tasks", count("counts and started_at is not null")),
  arrived_delivery_count: flow("tasks", count("counts and arrived_at is not null")),
  gps_coverage: share("tasks", count("has_ended and has_gps"), count("has_ended")),
  arrival_tap_rate: share(
    "tasks",
    count("is_clocked and started_at <= completed_at and arrived_at < completed_at"),
    count("is_clocked and started_at <= completed_at"),
  ),
  admin_closed_rate: share("tasks", count("is_done and is_closed_by_admin"), count("is_done")),
  proof_rate: share("tasks", count("is_done and has_proof"), count("is_done")),
  avg_rating: share("tasks", sum("rating", "is_done and rating > 0"), count("is_done and rating > 0")),
  ...taskWait("assign", "(assigned_at - created_at)"),
  ...taskWait("accept", "(accepted_at - assigned_at)"),
  ...taskWait("depart", "(started_at - accepted_at)"),
  ...taskWait("travel", "(arrived_at - started_at)", "is_clocked and arrived_at is distinct from completed_at"),
  ...taskWait("stop", "(completed_at - arrived_at)", "is_clocked and has_arrival"),
  ...doorStages("late", "completed_at > due_at + interval '15 minutes'"),
  ...doorStages("on_time", "completed_at <= due_at + interval '15 minutes'"),
};

const issued = "movement_type = 2";
/** What a row adds to its item: a product in a warehouse. */
const itemParts = {
  on_hand: "quantity_milli",
  worth: "own * value_minor",
  incoming: "(quantity_milli > 0 or counted_milli is not null)::int",
  priced: "((quantity_milli > 0 or counted_milli is not null) and own = 1)::int",
  unvalued: "(value_minor is null and quantity_milli <> 0)::int",
  hand_before: "case when on_day < first_day then quantity_milli end",
  worth_before: "case when on_day < first_day then own * value_minor end",
  issued_worth: `case when ${issued} and on_day >= first_day then - own * value_minor end`,
  lately_issued: `case when ${issued} and on_day > last_day - 28 then - quantity_milli end`,
};
/** An aggregate over items instead of rows. */
const overItems = (sql: string) => {
  const lists = ["warehouse_id", "product_id", ...Object.values(itemParts)].map((part) => `array_agg(${part})`);
  const sums = Object.keys(itemParts).map((part) => `coalesce(sum(${part}), 0) as ${part}`);
  return `(select ${sql} from (select ${sums.join(", ")} from unnest(${lists.join(", ")})
    as part (warehouse, product, ${Object.keys(itemParts).join(", ")}) group by warehouse, product) item)`;
};
/** Where nothing came in, or more has left than that, something before it is missing. */
const isStockKnown = "incoming > 0 and on_hand >= 0";
const isWorthKnown = `${isStockKnown} and priced > 0 and worth >= 0 and unvalued = 0`;
const isWorthKnownThroughout = `${isWorthKnown} and hand_before >= 0 and worth_before >= 0`;
const shareOfItems = (over: string, under: string): HandWrittenMetric => {
  const { sql, ...rest } = share("movements", over, under, upToThen);
  return { ...rest, sql: overItems(sql) };
};
/** A figure of a stock list of which nothing is known is not known, unless nothing is listed. */
const ifListedKnown = (sql: string, more = "true") =>
  `case when ${count(`${isStockKnown} and ${more}`)} > 0 or count(*) = 0 then ${sql} end`;
const stockTwins: Record<string, HandWrittenMetric> = {
  stock_on_hand_qty: state("movements", overItems(`${sum("on_hand", isStockKnown)} / 1000.0`)),
  stock_value: state("movements", overItems(`${sum("worth", isWorthKnown)} / 100.0`)),
  stock_out_count: state("items", ifListedKnown(count("incoming > 0 and on_hand = 0"))),
  low_stock_item_count: state(
    "items",
    ifListedKnown(count(`${isStockKnown} and on_hand < reorder_point_milli`), "reorder_point_milli is not null"),
  ),
  slow_moving_stock_value: state(
    "items",
    ifListedKnown(
      `coalesce(${sum("worth", "incoming > 0 and on_hand > 0 and lately_issued = 0 and unvalued = 0")}, 0) / 100.0`,
      "unvalued = 0",
    ),
  ),
  stock_item_count: state("items", "count(*)"),
  inbound_qty: flow("movements", `${sum("quantity_milli", "movement_type = 1")} / 1000.0`),
  outbound_qty: flow("movements", `- ${sum("quantity_milli", issued)} / 1000.0`),
  movement_qty: flow("movements", "sum(abs(quantity_milli)) / 1000.0"),
  issue_value: flow("movements", `- ${sum("(own * value_minor)", issued)} / 100.0`),
  shrinkage_value: flow(
    "movements",
    `- ${sum("(own * value_minor)", "movement_type = 4 and (own * value_minor) < 0")} / 100.0`,
  ),
  inventory_turnover: shareOfItems(
    `2 * ${sum("issued_worth", isWorthKnownThroughout)}`,
    sum("worth_before + worth", isWorthKnownThroughout),
  ),
  days_of_cover: shareOfItems(`28 * ${sum("on_hand", isStockKnown)}`, sum("lately_issued", isStockKnown)),
  avg_dock_to_stock_hours: mean("movements", "(stored_at - docked_at)", "movement_type = 1", 3600),
  ...waits("dock_to_stock", "hours", { from: "movements", of: "(stored_at - docked_at)", where: "movement_type = 1" }),
  picked_lines: flow("lines", count("picked_at is not null")),
  pick_accuracy: share(
    "lines",
    count("picked_at is not null and is_picked_right"),
    count("picked_at is not null and is_picked_right is not null"),
  ),
  order_fill_rate: share(
    "lines",
    "sum(shipped_milli)",
    "case when count(shipped_milli) > 0 then sum(ordered_milli) end",
  ),
  ...waits("ship", "hours", { from: "lines", of: "(shipped_at - ordered_at)", where: "true" }),
};

// Amounts in other currencies count as little as unknown ones.
const paid = "(own * gross_minor) - coalesce((own * discount_minor), 0)";
const net = `sum(direction * (${paid}))`;
/** A line without a cost drops out of the sum, because nothing can be taken off what is unknown. */
const margin = `sum(direction * (${paid} - (own * cost_minor)))`;
const receipts = "count(distinct receipt_key) filter (where not is_return)";
/** Pairs of customers and receipts, less those that are a customer's first: a customer is left who has another. */
const repeatCustomers = `(select count(*) from (
    select split_part(pair, '|', 1) from unnest(array_agg(distinct customer_key || '|' || receipt_key) filter (where not is_return)) pair
    where pair is not null group by 1 having count(*) > 1) again)`;
const salesTwins: Record<string, HandWrittenMetric> = {
  net_sales: flow("sales", `${net} / 100.0`),
  gross_sales: flow("sales", `${sum("(own * gross_minor)", "not is_return")} / 100.0`),
  units_sold: flow("sales", `${sum("quantity_milli", "not is_return")} / 1000.0`),
  transaction_count: flow("sales", receipts),
  avg_basket_value: share("sales", `${net} / 100.0`, `${receipts.slice(0, -1)} and own = 1)`),
  items_per_receipt: share("sales", `${sum("quantity_milli", "not is_return")} / 1000.0`, receipts),
  gross_margin_amount: flow("sales", `${margin} / 100.0`),
  gross_margin_pct: share("sales", margin, `${net} filter (where (own * cost_minor) is not null)`),
  discount_amount: flow("sales", `${sum("(own * discount_minor)", "not is_return")} / 100.0`),
  discount_rate: share(
    "sales",
    sum("(own * discount_minor)", "not is_return"),
    `case when ${count("not is_return and (own * discount_minor) is not null")} > 0 then ${sum("(own * gross_minor)", "not is_return")} end`,
  ),
  return_amount: flow("sales", `${sum(paid, "is_return")} / 100.0`),
  return_count: flow("sales", count("is_return")),
  // Returns of which all are in other currencies are not known, and not zero.
  return_rate: {
    from: "sales",
    when: inPeriod,
    isShare: true,
    sql: `case when ${count("is_return and own = 1")} > 0 or ${count("is_return")} = 0
      then coalesce(${sum(paid, "is_return")}, 0)::float8 / nullif((${sum(paid, "not is_return")})::float8, 0) end`,
  },
  customer_count: flow("sales", "count(distinct customer_key) filter (where not is_return)"),
  sale_line_count: flow("sales", "count(*)"),
  repeat_customer_count: flow("sales", repeatCustomers),
  repeat_customer_rate: share("sales", repeatCustomers, "count(distinct customer_key) filter (where not is_return)"),
  avg_unit_price: share(
    "sales",
    `${sum(paid, "not is_return")} / 100.0`,
    `${sum("quantity_milli", "not is_return and own = 1")} / 1000.0`,
  ),
  selling_branch_count: flow("sales", "count(distinct branch_id) filter (where not is_return)"),
  sales_target: flow("salesAndTargets", "sum(target) / 100.0"),
  // Sales of which all are in other currencies are not known, and not zero.
  target_attainment: {
    from: "salesAndTargets",
    when: inPeriod,
    isShare: true,
    sql: `case when count(net) > 0 or not bool_or(is_sale) then coalesce(sum(net), 0)::float8 / nullif(sum(target)::float8, 0) end`,
  },
  branch_count: state("branches", "count(*)"),
};

const decided = "closed_on between first_day and last_day";
const open = "(closed_on is null or closed_on > last_day)";
const documentTwins: Record<string, HandWrittenMetric> = {
  document_count: flow("documents", "count(*)", "made_on between first_day and last_day"),
  documents_on_file_count: state("paper", "count(*)", "made_on <= last_day"),
  pending_approval_count: state("documents", "count(*)", `sent_on <= last_day and ${open}`),
  overdue_document_count: state("documents", "count(*)", `made_on <= last_day and due_on < last_day and ${open}`),
  rejected_document_count: flow("documents", count("is_rejected"), decided),
  rejection_rate: share("documents", count("is_rejected"), "count(*)", decided),
  avg_approval_hours: mean("documents", "(decided_at - submitted_at)", "true", 3600, decided),
  ...waits("approval", "hours", {
    from: "documents",
    of: "(decided_at - submitted_at)",
    where: "true",
    when: decided,
  }),
  disposal_due_count: flow("documents", count("not is_on_hold"), "retain_until between first_day and last_day"),
  expiring_document_count: flow("documents", "count(*)", "expires_on between first_day and last_day"),
  expired_document_count: state("documents", "count(*)", "made_on <= last_day and expires_on < last_day"),
  later_expiring_document_count: state("documents", "count(*)", "expires_on >= last_day + 90 and day <= last_day"),
  perpetual_document_count: state("documents", count("is_perpetual and expires_on is null"), "made_on <= last_day"),
  unknown_expiry_document_count: state(
    "documents",
    count("expires_on is null and not coalesce(is_perpetual, false)"),
    "made_on <= last_day",
  ),
  notice_document_count: flow("documents", "count(*)", "notice_on between first_day and last_day"),
  notice_passed_document_count: state(
    "documents",
    "count(*)",
    "made_on <= last_day and notice_on < last_day and (expires_on is null or expires_on >= last_day)",
  ),
  document_amount: flow("documents", "sum(own * amount_minor) / 100.0", "made_on between first_day and last_day"),
  avg_document_amount: share(
    "documents",
    "sum(own * amount_minor) / 100.0",
    "count(own * amount_minor)",
    "made_on between first_day and last_day",
  ),
  avg_resubmissions: share("documents", "sum(resubmissions)", "count(*)", decided),
  storage_megabytes: state("documents", "sum(size_bytes) / 1000000.0", "made_on <= last_day"),
  avg_step_wait_hours: mean("steps", "(decided_at - entered_at)", "true", 3600),
  ...waits("step_wait", "hours", { from: "steps", of: "(decided_at - entered_at)", where: "true" }),
};

const ledgerTwins: Record<string, HandWrittenMetric> = {
  net_profit: flow("ledger", `- ${sum("(own * amount_minor)", "account_type in (1, 2)")} / 100.0`),
  posting_count: flow("ledger", "count(*)"),
  income_amount: flow("ledger", `- ${sum("(own * amount_minor)", "account_type = 1")} / 100.0`),
  expense_amount: flow("ledger", `${sum("(own * amount_minor)", "account_type = 2")} / 100.0`),
  cash_balance: state("ledger", `${sum("(own * amount_minor)", "account_type = 5")} / 100.0`),
  receivable_balance: state("ledger", `${sum("(own * amount_minor)", "account_type = 3")} / 100.0`),
  overdue_receivable: state(
    "ledger",
    `${sum("(own * amount_minor)", "account_type = 3 and due_day < last_day")} / 100.0`,
  ),
  payable_balance: state("ledger", `- ${sum("(own * amount_minor)", "account_type = 4")} / 100.0`),
  overdue_payable: state(
    "ledger",
    `- ${sum("(own * amount_minor)", "account_type = 4 and due_day < last_day")} / 100.0`,
  ),
};

const cashOf = (purpose: string) => sum("(own * amount_minor)", `purpose = '${purpose}'`);

const cashTwins: Record<string, HandWrittenMetric> = {
  cod_booked_amount: flow(
    "cash",
    `${sum("(own * amount_minor)", "purpose = 'cod_with_driver' and cash_step is distinct from 1")} / 100.0`,
  ),
  cod_handed_in_amount: flow(
    "cash",
    `- ${sum("(own * amount_minor)", "purpose in ('cod_with_driver', 'short_over') and cash_step = 1")} / 100.0`,
  ),
  cash_short_over_amount: flow("cash", `${cashOf("short_over")} / 100.0`),
  open_driver_cash: state("cash", `${cashOf("cod_with_driver")} / 100.0`),
  driver_pay_amount: flow("cash", `${cashOf("driver_pay")} / 100.0`),
  cod_banked_amount: flow("cash", `${sum("(own * amount_minor)", "purpose = 'bank' and cash_step = 2")} / 100.0`),
  cod_owed_balance: state("cash", `- ${cashOf("cod_owed")} / 100.0`),
  cod_paid_out_amount: flow("cash", `${sum("(own * amount_minor)", "purpose = 'cod_owed' and cash_step = 3")} / 100.0`),
  cod_fee_amount: flow("cash", `- ${cashOf("cod_fee")} / 100.0`),
  delivery_fee_amount: flow("cash", `- ${cashOf("delivery_fee")} / 100.0`),
};

/** Every metric of the product by its id. */
export const handWrittenMetrics: Readonly<Record<string, HandWrittenMetric>> = {
  ...deliveryTwins,
  ...stockTwins,
  ...salesTwins,
  ...documentTwins,
  ...ledgerTwins,
  ...cashTwins,
};
