-- How the console is used, by day and tenant: what the dashboard of those who run the platform is drawn from. Days are
-- those of the platform's time zone when they were counted. Its own rows are open to the tenant, all to the platform.
create table usage_counts (
  tenant_id text not null,
  day date not null,
  measure text not null check (measure in ('report_view', 'question', 'error', 'answer_time')),
  -- The report, the outcome, the failed call, or the end of the bucket in milliseconds.
  detail text not null,
  times bigint not null,
  primary key (tenant_id, day, measure, detail)
);
create index usage_counts_by_day on usage_counts (measure, day);
alter table usage_counts enable row level security;
alter table usage_counts force row level security;
create policy tenant_wall on usage_counts
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );

-- Who used the console on a day.
create table usage_people (
  tenant_id text not null,
  day date not null,
  uid text not null,
  primary key (tenant_id, day, uid)
);
create index usage_people_by_day on usage_people (day);
alter table usage_people enable row level security;
alter table usage_people force row level security;
create policy tenant_wall on usage_people
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );

-- Since when use is counted: days before it are unknown, not empty.
create table usage_beginning (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);

create index audit_entries_by_act on audit_entries (tenant_id, act, at);
create index source_runs_by_end on source_runs (ended_at) where ended_at is not null;

-- The platform counts the runs of all tenants and lists those that failed; nothing else of a run leaves its tenant.
create function source_run_days(since timestamptz, until timestamptz, zone text, only_tenant text)
returns table (tenant text, connection_id text, day date, runs bigint, failed bigint, rows_written bigint)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.tenant_id', true) is distinct from 'platform' then
    raise exception 'only the platform counts the runs of all tenants';
  end if;
  perform set_config('app.whole_read', 'on', true);
  return query select r.tenant_id, r.connection_id, (r.ended_at at time zone zone)::date, count(*),
      count(*) filter (where r.state = 'failed'), sum(r.rows_written)::bigint
    from source_runs r
    where r.ended_at >= since and r.ended_at < until and (only_tenant is null or r.tenant_id = only_tenant)
    group by 1, 2, 3;
  perform set_config('app.whole_read', '', true);
end $$;

create function failed_source_runs(since timestamptz, until timestamptz, only_tenant text, first_row bigint, most bigint)
returns table (tenant text, run text, connection_id text, ended_at timestamptz, problem text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if current_setting('app.tenant_id', true) is distinct from 'platform' then
    raise exception 'only the platform lists the runs of all tenants';
  end if;
  perform set_config('app.whole_read', 'on', true);
  return query select r.tenant_id, r.id, r.connection_id, r.ended_at, r.problem
    from source_runs r
    where r.state = 'failed' and r.ended_at >= since and r.ended_at < until
      and (only_tenant is null or r.tenant_id = only_tenant)
    order by r.ended_at desc, r.tenant_id, r.id offset first_row limit most;
  perform set_config('app.whole_read', '', true);
end $$;
revoke all on function source_run_days, failed_source_runs from public;
grant execute on function source_run_days, failed_source_runs to console_app;

-- Since when a check is paused: one that is forgotten should be looked at. What is paused already counts from now.
alter table health_checks add column paused_at timestamptz;
update health_checks set paused_at = now() where is_paused;
