-- Which load has written a row last. What came before loads were told apart, or by no load, has none.
alter table delivery_tasks add column loaded_by uuid;
alter table stock_items add column loaded_by uuid;
alter table stock_movements add column loaded_by uuid;
alter table order_lines add column loaded_by uuid;
alter table branches add column loaded_by uuid;
alter table sale_lines add column loaded_by uuid;
alter table sales_targets add column loaded_by uuid;
alter table documents add column loaded_by uuid;
alter table approval_steps add column loaded_by uuid;
alter table ledger_postings add column loaded_by uuid;

-- What rows were before a load wrote, replaced or removed them, so that the load can be undone.
create table fact_history (
  tenant_id text not null,
  loaded_by uuid not null,
  fact text not null,
  source text not null,
  source_key text not null,
  -- The row; null where there was none, and where a load had removed it, which load that was.
  before jsonb,
  -- The row is not there now, because this load has removed it.
  is_gone boolean not null,
  changed_at timestamptz not null,
  primary key (tenant_id, loaded_by, fact, source, source_key)
);
alter table fact_history enable row level security;
alter table fact_history force row level security;
create policy tenant_wall on fact_history
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
create index fact_history_gone on fact_history (tenant_id, fact, source, source_key) where is_gone;
create index fact_history_by_time on fact_history (tenant_id, changed_at);

-- Every row that is read is counted once: written + unchanged + replaced + duplicate + rejected.
alter table source_runs add column rows_replaced bigint not null default 0;
alter table source_runs add column rows_duplicate bigint not null default 0;
-- Values that were left out of rows which were taken in, by what is wrong with them.
alter table source_runs add column notes jsonb not null default '[]';
-- The run that has undone this one.
alter table source_runs add column undone_by text;

-- How often a key has come in its run.
alter table source_listed add column seen integer not null default 1;

-- The key of a rejected row, where it could be read: a later row of the same key takes its place.
alter table source_rejects add column source_key text;
-- The run that has closed it.
alter table source_rejects add column closed_by text;
create index source_rejects_by_key on source_rejects (tenant_id, connection_id, fact, source_key) where state = 'open';
