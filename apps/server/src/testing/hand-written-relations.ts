/** What can be asked by hand: rows with the days they count on, and each dimension as a member's column or as SQL of its name. */
type HandWrittenRelation = { text: string; dimensions: Readonly<Record<string, string>> };

const weekday = "to_char(on_day, 'FMDay')";
const clock = "to_char(at_time, 'HH24') || ':00'";

const warehouseItem = {
  warehouse: "warehouse_id",
  product: "product_id",
  category: "category_id",
  supplier: "supplier_id",
  abc_class: "abc_class_id",
};
const paper = {
  document_type: "document_type_id",
  document_status: "(array['Draft', 'In review', 'Approved', 'Rejected', 'Signed', 'Expired'])[status]",
  owner: "owner_id",
  department: "department_id",
  approver: "approver_id",
  supplier: "supplier_id",
  branch: "branch_id",
};
const ledgerLine = {
  account: "account_id",
  cost_center: "cost_center_id",
  branch: "branch_id",
  customer: "customer_id",
  supplier: "supplier_id",
};

/** 1 where the amounts of a row are in the tenant's currency, and unknown where not. */
const own = "case when currency = coalesce((select currency from tenants where id = tenant_id), 'USD') then 1 end";

/** `last_day` and `first_day` are those of the question. */
export const handWrittenRelations = {
  tasks: {
    text: `select *, ${own} as own, (coalesce(due_at, created_at) at time zone time_zone) as at_time,
        (coalesce(due_at, created_at) at time zone time_zone)::date as on_day,
        not is_cancelled and task_type in (1, 3, 4) as counts,
        not is_cancelled and task_type in (1, 3, 4) and status = 3 as is_done,
        not is_cancelled and task_type in (1, 3, 4) and status = 3 and not is_closed_by_admin as is_clocked,
        not is_cancelled and task_type in (1, 3, 4) and status in (3, 4, 5) as has_ended,
        arrived_at is not null and completed_at is not null and arrived_at <> completed_at as has_arrival
      from delivery_tasks`,
    dimensions: {
      driver: "driver_id",
      vehicle: "vehicle_id",
      route: "route_id",
      depot: "depot_id",
      zone: "zone_id",
      customer: "customer_id",
      service_level: "service_level_id",
      delivery_status: "(array['Planned', 'Out for delivery', 'Delivered', 'Failed', 'Returned'])[status]",
      failure_reason: "failure_reason_id",
      day_of_week: weekday,
      hour_of_day: clock,
    },
  },
  movements: {
    text: `select *, ${own} as own, (moved_at at time zone time_zone)::date as on_day from stock_movements`,
    dimensions: {
      ...warehouseItem,
      bin_zone: "bin_zone_id",
      movement_type: "(array['Receipt', 'Issue', 'Transfer', 'Adjustment', 'Return', 'Opening'])[movement_type]",
    },
  },
  lines: {
    text: "select *, (coalesce(shipped_at, picked_at, ordered_at) at time zone time_zone)::date as on_day from order_lines",
    dimensions: { ...warehouseItem, bin_zone: "bin_zone_id", movement_type: "'Issue'" },
  },
  items: {
    text: `select i.*, (i.listed_at at time zone i.time_zone)::date as on_day, coalesce(m.on_hand, 0) as on_hand,
        coalesce(m.worth, 0) as worth, coalesce(m.lately_issued, 0) as lately_issued, coalesce(m.incoming, 0) as incoming,
        coalesce(m.unvalued, 0) as unvalued
      from stock_items i left join (
        select tenant_id, warehouse_id, product_id, sum(quantity_milli) as on_hand, sum(${own} * value_minor) as worth,
          count(*) filter (where quantity_milli > 0 or counted_milli is not null) as incoming,
          count(*) filter (where value_minor is null and quantity_milli <> 0) as unvalued,
          sum(quantity_milli) filter (where movement_type = 2 and (moved_at at time zone time_zone)::date > last_day - 90) as lately_issued
        from stock_movements where (moved_at at time zone time_zone)::date <= last_day group by 1, 2, 3
      ) m on m.tenant_id = i.tenant_id and m.warehouse_id = i.warehouse_id and m.product_id = i.product_id`,
    dimensions: warehouseItem,
  },
  sales: {
    text: `select *, ${own} as own, sold_at at time zone time_zone as at_time, (sold_at at time zone time_zone)::date as on_day,
        case when is_return then -1 else 1 end as direction from sale_lines`,
    dimensions: {
      branch: "branch_id",
      region: "region_id",
      product: "product_id",
      category: "category_id",
      salesperson: "salesperson_id",
      payment_method: "payment_method_id",
      customer_segment: "customer_segment_id",
      channel: "channel_id",
      day_of_week: weekday,
      hour_of_day: clock,
      half_hour: "to_char(date_bin('30 minutes', at_time, '2000-01-01'), 'HH24:MI')",
    },
  },
  salesAndTargets: {
    text: `select tenant_id, branch_id, region_id, (sold_at at time zone time_zone)::date as on_day, true as is_sale, null as target,
        ${own} * case when is_return then -1 else 1 end * (gross_minor - coalesce(discount_minor, 0)) as net from sale_lines
      union all select tenant_id, branch_id, region_id, on_day::date, false, ${own} * (trunc(target_minor::numeric * number / days)
        - trunc(target_minor::numeric * (number - 1) / days))::bigint, null
      from (select *, case when last_day between day and day + 30 then last_day - day + 1 when last_day > day then 31 else 1 end as days
        from sales_targets) spread
      cross join lateral generate_series(day, day + days - 1, interval '1 day') with ordinality as each (on_day, number)`,
    dimensions: { branch: "branch_id", region: "region_id", day_of_week: weekday },
  },
  branches: {
    text: "select *, (opened_at at time zone time_zone)::date as on_day from branches",
    dimensions: { branch: "branch_id", region: "region_id" },
  },
  documents: {
    text: `select *, ${own} as own, (created_at at time zone time_zone)::date as made_on, (submitted_at at time zone time_zone)::date as sent_on,
        (decided_at at time zone time_zone)::date as closed_on, (due_at at time zone time_zone)::date as due_on from documents`,
    dimensions: paper,
  },
  // Each document with all that happened to it up to the day, of which the last tells its status.
  paper: {
    text: `select d.*, (d.created_at at time zone d.time_zone)::date as made_on, case
        when told.happened = told.known then d.status
        when told.happened > 0 then told.latest
        when told.first_kind = 2 then 1 end as status_then
      from documents d cross join lateral (
        select count(*) as known, count(*) filter (where on_day <= last_day) as happened,
          (array_agg(kind order by on_day desc, place desc) filter (where on_day <= last_day))[1] as latest,
          (array_agg(kind order by on_day, place))[1] as first_kind
        from (values
          (1, 2, (d.submitted_at at time zone d.time_zone)::date),
          (2, case when d.is_rejected then 4 else 3 end, (d.decided_at at time zone d.time_zone)::date),
          (3, 6, case when d.status = 6 and d.expires_on is not null
            then greatest(d.expires_on + 1, (d.created_at at time zone d.time_zone)::date) end)
        ) as event (place, kind, on_day) where on_day is not null
      ) told`,
    dimensions: {
      ...paper,
      document_status:
        "coalesce((array['Draft', 'In review', 'Approved', 'Rejected', 'Signed', 'Expired'])[status_then], 'Unassigned')",
    },
  },
  steps: {
    text: "select *, (coalesce(decided_at, entered_at) at time zone time_zone)::date as on_day from approval_steps",
    dimensions: {
      approval_step: "approval_step_id",
      approver: "approver_id",
      document_type: "document_type_id",
      department: "department_id",
    },
  },
  ledger: {
    text: `select *, ${own} as own, (posted_at at time zone time_zone)::date as on_day from ledger_postings
      where not is_mirror`,
    dimensions: {
      ...ledgerLine,
      ageing_bucket: `case when due_day is null or last_day <= due_day then 'Not due' when last_day - due_day <= 30 then '1-30'
        when last_day - due_day <= 60 then '31-60' when last_day - due_day <= 90 then '61-90' else '90+' end`,
    },
  },
  // What each account is used for stands beside the postings.
  cash: {
    text: `select *, ${own} as own, (posted_at at time zone time_zone)::date as on_day
      from ledger_postings join account_purposes using (tenant_id, account_id) where not is_mirror`,
    dimensions: { driver: "driver_id", customer: "customer_id", account: "account_id" },
  },
} as const satisfies Record<string, HandWrittenRelation>;
