-- The calendar and the money of a tenant's figures.
alter table tenants add column time_zone text not null default 'UTC';
alter table tenants add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$');
-- Minutes after the due time within which a delivery still counts as on time.
alter table tenants add column late_grace_minutes integer not null default 0 check (late_grace_minutes between 0 and 1440);

-- Who and what the facts name: drivers, branches, products … `key` is the source's own id.
create table members (
  tenant_id text not null,
  dimension text not null,
  id integer generated always as identity,
  key text not null,
  name text not null,
  primary key (tenant_id, dimension, id),
  unique (tenant_id, dimension, key),
  unique (tenant_id, dimension, name)
);
alter table members enable row level security;
alter table members force row level security;
create policy tenant_wall on members
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- Facts are kept as the source gave them. Days and hours are those of the row's zone, and everything that follows
-- from other columns is generated, so that it can never disagree with them. A duration that ends before it begins is
-- a wrong clock: unknown, not negative.

create table delivery_tasks (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  task_type smallint not null default 1,
  status smallint not null,
  is_cancelled boolean not null default false,
  driver_id integer,
  vehicle_id integer,
  route_id integer,
  depot_id integer,
  zone_id integer,
  customer_id integer,
  service_level_id integer,
  failure_reason_id integer,
  created_at timestamptz not null,
  assigned_at timestamptz,
  accepted_at timestamptz,
  started_at timestamptz,
  arrived_at timestamptz,
  completed_at timestamptz,
  due_at timestamptz,
  attempts smallint not null default 0,
  distance_metres bigint,
  cost_minor bigint not null default 0,
  cod_due_minor bigint not null default 0,
  cod_collected_minor bigint not null default 0,
  cod_handed_over_minor bigint not null default 0,
  rating smallint,
  has_gps boolean not null default false,
  has_proof boolean not null default false,
  is_closed_by_admin boolean not null default false,
  latitude double precision,
  longitude double precision,
  order_reference text,
  address text,
  history jsonb,
  day date generated always as (((coalesce(due_at, created_at)) at time zone time_zone)::date) stored,
  hour smallint generated always as (extract(hour from ((coalesce(due_at, created_at)) at time zone time_zone))::smallint) stored,
  late_seconds bigint generated always as (extract(epoch from completed_at - due_at)::bigint) stored,
  delivery_seconds bigint generated always as (
    case when completed_at >= started_at then extract(epoch from completed_at - started_at)::bigint end) stored,
  assign_seconds bigint generated always as (
    case when assigned_at >= created_at then extract(epoch from assigned_at - created_at)::bigint end) stored,
  accept_seconds bigint generated always as (
    case when accepted_at >= assigned_at then extract(epoch from accepted_at - assigned_at)::bigint end) stored,
  depart_seconds bigint generated always as (
    case when started_at >= accepted_at then extract(epoch from started_at - accepted_at)::bigint end) stored,
  -- A driver who taps "arrived" together with "completed" has not measured the stop: it is unknown, not zero.
  travel_seconds bigint generated always as (
    case when arrived_at >= started_at and arrived_at is distinct from completed_at
      then extract(epoch from arrived_at - started_at)::bigint end) stored,
  stop_seconds bigint generated always as (
    case when completed_at > arrived_at then extract(epoch from completed_at - arrived_at)::bigint end) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index delivery_tasks_by_day on delivery_tasks (tenant_id, day);
alter table delivery_tasks enable row level security;
alter table delivery_tasks force row level security;
create policy tenant_wall on delivery_tasks
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- What a warehouse keeps of a product. Quantities are thousandths of a unit.
create table stock_items (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  warehouse_id integer,
  product_id integer,
  category_id integer,
  supplier_id integer,
  bin_zone_id integer,
  abc_class_id integer,
  listed_at timestamptz not null,
  reorder_point_milli bigint not null default 0,
  unit_cost_minor bigint not null default 0,
  lead_time_days integer,
  day date generated always as (((listed_at) at time zone time_zone)::date) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index stock_items_by_day on stock_items (tenant_id, day);
create index stock_items_by_product on stock_items (tenant_id, warehouse_id, product_id);
alter table stock_items enable row level security;
alter table stock_items force row level security;
create policy tenant_wall on stock_items
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- Signed: what leaves is negative, in quantity and in value.
create table stock_movements (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  warehouse_id integer,
  product_id integer,
  category_id integer,
  supplier_id integer,
  bin_zone_id integer,
  abc_class_id integer,
  movement_type smallint not null,
  moved_at timestamptz not null,
  quantity_milli bigint not null,
  value_minor bigint not null,
  docked_at timestamptz,
  stored_at timestamptz,
  reason text,
  reference text,
  day date generated always as (((moved_at) at time zone time_zone)::date) stored,
  hour smallint generated always as (extract(hour from ((moved_at) at time zone time_zone))::smallint) stored,
  dock_seconds bigint generated always as (
    case when stored_at >= docked_at then extract(epoch from stored_at - docked_at)::bigint end) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index stock_movements_by_day on stock_movements (tenant_id, day);
alter table stock_movements enable row level security;
alter table stock_movements force row level security;
create policy tenant_wall on stock_movements
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create table order_lines (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  warehouse_id integer,
  product_id integer,
  category_id integer,
  supplier_id integer,
  bin_zone_id integer,
  abc_class_id integer,
  order_reference text not null,
  ordered_at timestamptz not null,
  picked_at timestamptz,
  shipped_at timestamptz,
  ordered_milli bigint not null,
  shipped_milli bigint not null default 0,
  is_picked_right boolean,
  day date generated always as (((coalesce(shipped_at, picked_at, ordered_at)) at time zone time_zone)::date) stored,
  hour smallint generated always as (extract(hour from ((coalesce(shipped_at, picked_at, ordered_at)) at time zone time_zone))::smallint) stored,
  ship_seconds bigint generated always as (
    case when shipped_at >= ordered_at then extract(epoch from shipped_at - ordered_at)::bigint end) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index order_lines_by_day on order_lines (tenant_id, day);
alter table order_lines enable row level security;
alter table order_lines force row level security;
create policy tenant_wall on order_lines
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- Where and since when a branch sells: what like-for-like comparison needs.
create table branches (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  branch_id integer not null,
  region_id integer,
  opened_at timestamptz not null,
  closed_at timestamptz,
  area_square_metres integer,
  latitude double precision,
  longitude double precision,
  day date generated always as (((opened_at) at time zone time_zone)::date) stored,
  closed_day date generated always as (((closed_at) at time zone time_zone)::date) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
alter table branches enable row level security;
alter table branches force row level security;
create policy tenant_wall on branches
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create table sale_lines (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  receipt_key text not null,
  customer_key text,
  is_return boolean not null default false,
  branch_id integer,
  region_id integer,
  product_id integer,
  category_id integer,
  salesperson_id integer,
  payment_method_id integer,
  customer_segment_id integer,
  channel_id integer,
  sold_at timestamptz not null,
  quantity_milli bigint not null,
  gross_minor bigint not null,
  discount_minor bigint not null default 0,
  cost_minor bigint not null default 0,
  day date generated always as (((sold_at) at time zone time_zone)::date) stored,
  hour smallint generated always as (extract(hour from ((sold_at) at time zone time_zone))::smallint) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index sale_lines_by_day on sale_lines (tenant_id, day);
alter table sale_lines enable row level security;
alter table sale_lines force row level security;
create policy tenant_wall on sale_lines
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create table sales_targets (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  branch_id integer,
  region_id integer,
  day date not null,
  target_minor bigint not null,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index sales_targets_by_day on sales_targets (tenant_id, day);
alter table sales_targets enable row level security;
alter table sales_targets force row level security;
create policy tenant_wall on sales_targets
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- `expires_on` is when the content stops being valid; `retain_until` is how long the document must be kept.
create table documents (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  title text not null,
  reference text,
  document_type_id integer,
  status smallint not null,
  owner_id integer,
  department_id integer,
  approver_id integer,
  supplier_id integer,
  branch_id integer,
  created_at timestamptz not null,
  submitted_at timestamptz,
  decided_at timestamptz,
  is_rejected boolean not null default false,
  resubmissions smallint not null default 0,
  due_at timestamptz,
  expires_on date,
  retain_until date,
  is_on_hold boolean not null default false,
  size_bytes bigint not null default 0,
  history jsonb,
  day date generated always as (((created_at) at time zone time_zone)::date) stored,
  submitted_day date generated always as (((submitted_at) at time zone time_zone)::date) stored,
  decided_day date generated always as (((decided_at) at time zone time_zone)::date) stored,
  -- The first day on which the document is late, when nobody has decided on it.
  overdue_day date generated always as (
    case when due_at is not null
      then greatest((created_at at time zone time_zone)::date, (due_at at time zone time_zone)::date + 1) end) stored,
  approval_seconds bigint generated always as (
    case when decided_at >= submitted_at then extract(epoch from decided_at - submitted_at)::bigint end) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index documents_by_day on documents (tenant_id, day);
create index documents_by_submitted_day on documents (tenant_id, submitted_day);
create index documents_by_decided_day on documents (tenant_id, decided_day);
create index documents_by_expiry on documents (tenant_id, expires_on);
create index documents_by_overdue_day on documents (tenant_id, overdue_day);
alter table documents enable row level security;
alter table documents force row level security;
create policy tenant_wall on documents
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- One step of a document's approval: who held it, and for how long.
create table approval_steps (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  document_key text not null,
  step_number smallint not null,
  approval_step_id integer,
  document_type_id integer,
  department_id integer,
  approver_id integer,
  entered_at timestamptz not null,
  decided_at timestamptz,
  is_rejected boolean not null default false,
  day date generated always as (((coalesce(decided_at, entered_at)) at time zone time_zone)::date) stored,
  hour smallint generated always as (extract(hour from ((coalesce(decided_at, entered_at)) at time zone time_zone))::smallint) stored,
  wait_seconds bigint generated always as (
    case when decided_at >= entered_at then extract(epoch from decided_at - entered_at)::bigint end) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index approval_steps_by_day on approval_steps (tenant_id, day);
create index approval_steps_by_document on approval_steps (tenant_id, document_key);
alter table approval_steps enable row level security;
alter table approval_steps force row level security;
create policy tenant_wall on approval_steps
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- Lines of the ledger: debits are positive, credits negative. A payment carries the due day of what it pays.
create table ledger_postings (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  entry_key text not null,
  account_id integer,
  account_type smallint not null,
  cost_center_id integer,
  branch_id integer,
  customer_id integer,
  supplier_id integer,
  posted_at timestamptz not null,
  amount_minor bigint not null,
  due_day date,
  text text,
  day date generated always as (((posted_at) at time zone time_zone)::date) stored,
  -- The days on which it becomes 1, 31, 61 and 91 days late, or its own day when it was booked later than that.
  late_1_day date generated always as (
    case when due_day is not null then greatest((posted_at at time zone time_zone)::date, due_day + 1) end) stored,
  late_31_day date generated always as (
    case when due_day is not null then greatest((posted_at at time zone time_zone)::date, due_day + 31) end) stored,
  late_61_day date generated always as (
    case when due_day is not null then greatest((posted_at at time zone time_zone)::date, due_day + 61) end) stored,
  late_91_day date generated always as (
    case when due_day is not null then greatest((posted_at at time zone time_zone)::date, due_day + 91) end) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  primary key (tenant_id, source, source_key)
);
create index ledger_postings_by_day on ledger_postings (tenant_id, day);
create index ledger_postings_by_late_1_day on ledger_postings (tenant_id, late_1_day);
create index ledger_postings_by_late_31_day on ledger_postings (tenant_id, late_31_day);
create index ledger_postings_by_late_61_day on ledger_postings (tenant_id, late_61_day);
create index ledger_postings_by_late_91_day on ledger_postings (tenant_id, late_91_day);
alter table ledger_postings enable row level security;
alter table ledger_postings force row level security;
create policy tenant_wall on ledger_postings
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- How far the facts of a tenant reach, and when the last of them came in.
create table fact_states (
  tenant_id text not null,
  fact text not null,
  first_day date,
  last_day date,
  ingested_at timestamptz not null,
  -- How many rows there were when it was last decided which rollups pay.
  weighed_rows bigint not null default 0,
  primary key (tenant_id, fact)
);
alter table fact_states enable row level security;
alter table fact_states force row level security;
create policy tenant_wall on fact_states
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- Days whose facts have changed since their cells were computed. A reader takes these days from the facts.
create table rollup_marks (
  tenant_id text not null,
  fact text not null,
  day date not null,
  changes integer not null default 1,
  primary key (tenant_id, fact, day)
);
alter table rollup_marks enable row level security;
alter table rollup_marks force row level security;
create policy tenant_wall on rollup_marks
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- Additive sums of one day, week or month, by up to three dimensions. A histogram has bins, and in `sums` their counts.
create table rollup_cells (
  tenant_id text not null,
  rollup smallint not null,
  tier smallint not null,
  bucket date not null,
  key1 integer not null,
  key2 integer not null,
  key3 integer not null,
  sums bigint[] not null,
  bins smallint[],
  primary key (tenant_id, rollup, tier, bucket, key1, key2, key3)
) with (fillfactor = 90);
alter table rollup_cells enable row level security;
alter table rollup_cells force row level security;
create policy tenant_wall on rollup_cells
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- The rollups that pay for a tenant: their cells are far fewer than its facts. The others are read from the facts.
create table kept_rollups (
  tenant_id text not null,
  rollup smallint not null,
  primary key (tenant_id, rollup)
);
alter table kept_rollups enable row level security;
alter table kept_rollups force row level security;
create policy tenant_wall on kept_rollups
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- The shape under which the cells of each rollup were computed; cells of another shape are computed anew.
create table rollup_shapes (
  rollup smallint primary key,
  shape text not null
);

-- How many facts each tenant has on each day: figures about tenants, for those who run the platform.
create table tenant_volumes (
  tenant_id text not null,
  fact text not null,
  day date not null,
  rows bigint not null,
  primary key (fact, day, tenant_id) include (rows)
);
create index tenant_volumes_of_tenant on tenant_volumes (tenant_id, fact) include (rows);

-- Long work that people wait for: how far it is, and what it needs to know to go on.
create table progress (
  tenant_id text not null,
  work text not null,
  done integer not null,
  total integer not null,
  resume jsonb not null,
  state text not null check (state in ('running', 'done', 'failed')),
  updated_at timestamptz not null,
  primary key (tenant_id, work)
);
alter table progress enable row level security;
alter table progress force row level security;
create policy tenant_wall on progress
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- A job that is asked for again while it waits keeps its time, so that steady work cannot put it off for ever.
create or replace function enqueue_job(name text, payload json, job_key text, queue text, run_at timestamptz, max_attempts integer)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    enqueue_job.name,
    enqueue_job.payload,
    queue_name => enqueue_job.queue,
    run_at => enqueue_job.run_at,
    max_attempts => enqueue_job.max_attempts,
    job_key => enqueue_job.job_key,
    job_key_mode => 'preserve_run_at'
  );
end $$;
