-- The state of the platform's parts, as their checks found it. No tenant reads these tables.
create table health_checks (
  name text primary key,
  state text not null default 'unknown' check (state in ('unknown', 'up', 'degraded', 'down')),
  since timestamptz,
  checked_at timestamptz,
  -- One process at a time runs a check.
  claimed_until timestamptz,
  every_seconds integer not null,
  failures integer not null default 0,
  successes integer not null default 0,
  latency_ms integer,
  message text,
  figures jsonb not null default '[]',
  tenants text[] not null default '{}',
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  is_paused boolean not null default false
);

-- Stretches of time in one state. What lies between them was not watched, and is unknown.
create table health_spans (
  name text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  state text not null check (state in ('up', 'degraded', 'down', 'maintenance')),
  primary key (name, begins_at)
);
create index health_spans_by_end on health_spans (ends_at);

-- How long each check took, for its line; kept for two days.
create table health_samples (
  name text not null,
  at timestamptz not null,
  state text not null,
  latency_ms integer not null,
  primary key (name, at)
);

create table incidents (
  id text primary key default gen_random_uuid()::text,
  check_name text not null,
  -- The incident that this one turned out to be a part of.
  parent_id text references incidents (id),
  title text not null,
  state text not null default 'open' check (state in ('open', 'resolved')),
  opened_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by text,
  -- It concerns all tenants; otherwise those that are named.
  concerns_all boolean not null default false,
  post_mortem text,
  version integer not null default 1
);
create unique index incidents_one_open on incidents (check_name) where state = 'open';
create index incidents_newest on incidents (opened_at desc, id);

create table incident_checks (
  incident_id text not null references incidents (id) on delete cascade,
  check_name text not null,
  added_at timestamptz not null,
  primary key (incident_id, check_name)
);

create table incident_tenants (
  incident_id text not null references incidents (id) on delete cascade,
  tenant text not null,
  primary key (incident_id, tenant)
);
create index incident_tenants_by_tenant on incident_tenants (tenant);

create table incident_notes (
  incident_id text not null references incidents (id) on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null,
  written_by text,
  text text not null,
  primary key (incident_id, id)
);

-- Which migrations were applied, for the check of versions.
grant select on schema_migrations to console_app;

-- The queue's tables stay out of the application's reach: it asks how full the queue is.
create function queue_state()
returns table (waiting bigint, running bigint, given_up bigint, oldest_due timestamptz, first_given_up timestamptz,
  last_scheduled timestamptz)
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query select count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()),
      count(*) filter (where locked_at is not null),
      count(*) filter (where attempts >= max_attempts and locked_at is null),
      min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now()),
      min(updated_at) filter (where attempts >= max_attempts and locked_at is null),
      (select max(last_execution) from graphile_worker._private_known_crontabs)
    from graphile_worker._private_jobs;
end $$;
revoke all on function queue_state from public;
grant execute on function queue_state to console_app;
