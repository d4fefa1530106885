-- What was on the shelf when somebody counted. What a count found more or less than was known is a movement that is made
-- from it, and made anew when the movements before it change.
create table stock_counts (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  warehouse_id integer not null,
  product_id integer not null,
  counted_at timestamptz not null,
  counted_milli bigint not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  unit_cost_minor bigint,
  day date generated always as (((counted_at) at time zone time_zone)::date) stored,
  custom jsonb,
  ingested_at timestamptz not null,
  loaded_by uuid,
  primary key (tenant_id, source, source_key)
);
create index stock_counts_by_day on stock_counts (tenant_id, day);
create index stock_counts_by_product on stock_counts (tenant_id, warehouse_id, product_id);
alter table stock_counts enable row level security;
alter table stock_counts force row level security;
create policy tenant_wall on stock_counts
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- What was counted, in movements that a count has made.
alter table stock_movements add column counted_milli bigint;

-- Items with counts whose differences must be found anew; empty whenever a batch has been stored.
create table stock_recounts (
  tenant_id text not null,
  warehouse_id integer not null,
  product_id integer not null,
  primary key (tenant_id, warehouse_id, product_id)
);
alter table stock_recounts enable row level security;
alter table stock_recounts force row level security;
create policy tenant_wall on stock_recounts
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
