-- How backups of the installation ended: what tells how old the last good one is.
create table backups (
  id text primary key default gen_random_uuid()::text,
  folder text not null,
  state text not null check (state in ('done', 'failed')),
  -- The instant whose rows it holds.
  started_at timestamptz not null,
  ended_at timestamptz not null,
  rows bigint,
  bytes bigint,
  error text
);
create index backups_newest on backups (started_at);

-- The jobs that workers start by the clock, as the last worker that began knows them.
create table job_schedules (
  name text primary key,
  -- Minute, hour, day, month, weekday in UTC.
  schedule text not null,
  attempts integer not null
);

-- The queue's tables stay out of the application's reach. What platform admins look after is told here without what jobs
-- are given to work with, and only where the platform itself asks.
create function list_jobs() returns table (
  id text, name text, tenant_id text, request_id text, state text, run_at timestamptz, created_at timestamptz,
  began_at timestamptz, attempts integer, max_attempts integer, last_error text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select j.id::text, t.identifier, coalesce(j.payload ->> 'tenantId', 'platform'), j.payload ->> 'requestId',
    case when j.locked_at is not null then 'running' when j.attempts >= j.max_attempts then 'given_up' else 'waiting' end,
    j.run_at, j.created_at, j.locked_at, j.attempts::integer, j.max_attempts::integer, j.last_error
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  where current_setting('app.tenant_id', true) = 'platform'
$$;

create function list_schedules() returns table (name text, schedule text, attempts integer, last_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.name, s.schedule, s.attempts, c.last_execution
  from public.job_schedules s left join graphile_worker._private_known_crontabs c on c.identifier = s.name
  where current_setting('app.tenant_id', true) = 'platform'
$$;

-- Each gives whether it was done: a job that runs meanwhile, or is gone, is left alone.
create function run_job(job_id bigint, is_anew boolean) returns boolean
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from graphile_worker.reschedule_jobs(array[run_job.job_id], run_at => now(),
    attempts => case when run_job.is_anew then 0 end))
  where current_setting('app.tenant_id', true) = 'platform'
$$;

create function drop_job(job_id bigint) returns boolean
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from graphile_worker.complete_jobs(array[drop_job.job_id]))
  where current_setting('app.tenant_id', true) = 'platform'
$$;
revoke all on function list_jobs, list_schedules, run_job, drop_job from public;
grant execute on function list_jobs, list_schedules, run_job, drop_job to console_app;
