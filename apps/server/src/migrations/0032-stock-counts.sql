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

-- Notes the counted items of changed rows, whoever changes them: batches, undone loads, removed ones. Movements that
-- counts have made follow from the others. Each item is looked up by itself: fresh rows are in no statistics.
create function note_recounts() returns trigger language plpgsql as $$
begin
  insert into stock_recounts (tenant_id, warehouse_id, product_id)
  select item.* from (
    select distinct tenant_id, warehouse_id, product_id from changed where source <> 'stock counts'
  ) item cross join lateral (
    select from stock_counts c where c.tenant_id = item.tenant_id and c.warehouse_id = item.warehouse_id
      and c.product_id = item.product_id limit 1
  ) counted
  on conflict do nothing;
  return null;
end $$;
-- A count that goes may have been the last of its item, so its own rows are noted.
create function note_counts() returns trigger language plpgsql as $$
begin
  insert into stock_recounts (tenant_id, warehouse_id, product_id)
  select distinct tenant_id, warehouse_id, product_id from changed on conflict do nothing;
  return null;
end $$;

create trigger movements_come after insert on stock_movements
  referencing new table as changed for each statement execute function note_recounts();
create trigger movements_go after delete on stock_movements
  referencing old table as changed for each statement execute function note_recounts();
create trigger movements_were after update on stock_movements
  referencing old table as changed for each statement execute function note_recounts();
create trigger movements_become after update on stock_movements
  referencing new table as changed for each statement execute function note_recounts();
create trigger listed_items_come after insert on stock_items
  referencing new table as changed for each statement execute function note_recounts();
create trigger listed_items_go after delete on stock_items
  referencing old table as changed for each statement execute function note_recounts();
create trigger listed_items_were after update on stock_items
  referencing old table as changed for each statement execute function note_recounts();
create trigger listed_items_become after update on stock_items
  referencing new table as changed for each statement execute function note_recounts();
create trigger counts_come after insert on stock_counts
  referencing new table as changed for each statement execute function note_counts();
create trigger counts_go after delete on stock_counts
  referencing old table as changed for each statement execute function note_counts();
create trigger counts_were after update on stock_counts
  referencing old table as changed for each statement execute function note_counts();
create trigger counts_become after update on stock_counts
  referencing new table as changed for each statement execute function note_counts();
