-- Rows that a load of files has brought as they were stored already: undoing the load that has written them leaves them
-- to the load that holds them too.
create table fact_holds (
  tenant_id text not null,
  fact text not null,
  source text not null,
  source_key text not null,
  -- The load that holds the row.
  loaded_by uuid not null,
  -- The load that had written the row as it is held.
  written_by uuid not null,
  held_at timestamptz not null,
  -- Tells which came first, also within one instant.
  number bigint generated always as identity,
  primary key (tenant_id, fact, source, source_key, loaded_by)
);
alter table fact_holds enable row level security;
alter table fact_holds force row level security;
create policy tenant_wall on fact_holds
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
create index fact_holds_by_load on fact_holds (tenant_id, loaded_by, fact, source);
