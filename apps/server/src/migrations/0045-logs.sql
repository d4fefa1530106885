-- The log lines that are kept, by day: a day is a partition, so that dropping it costs nothing. Read by platform admins alone.
create table log_lines (
  at timestamptz not null,
  -- Given by whoever writes it, so that a line that is sent twice is kept once.
  id bigint not null,
  level text not null check (level in ('trace', 'debug', 'info', 'warn', 'error', 'fatal')),
  part text not null,
  tenant_id text,
  person text,
  request_id text,
  route text,
  message text not null,
  details jsonb not null,
  -- The same for errors that are alike.
  fingerprint text,
  -- The words of the line, looked up by equality, which keeps an index.
  search_parts text[] not null,
  primary key (at, id)
) partition by range (at);
create index log_lines_by_level on log_lines (level, at, id);
create index log_lines_by_part on log_lines (part, at, id);
create index log_lines_by_tenant on log_lines (tenant_id, at, id) where tenant_id is not null;
create index log_lines_by_person on log_lines (person, at, id) where person is not null;
create index log_lines_by_request on log_lines (request_id, at, id) where request_id is not null;
create index log_lines_by_route on log_lines (route, at, id) where route is not null;
create index log_lines_by_fingerprint on log_lines (fingerprint, at, id) where fingerprint is not null;
create index log_lines_by_word on log_lines using gin (search_parts);

-- How many lines each minute and each hour had: what a histogram of many days is drawn from.
create table log_counts (
  span_seconds integer not null check (span_seconds in (60, 3600)),
  at timestamptz not null,
  part text not null,
  level text not null,
  lines integer not null,
  primary key (span_seconds, at, part, level)
);

-- Errors that are alike, and what people have decided about them.
create table log_groups (
  fingerprint text primary key,
  part text not null,
  level text not null,
  message text not null,
  lines bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- The version of the product that met it first.
  first_version text not null,
  assigned_to text,
  muted_at timestamptz
);
create index log_groups_newest on log_groups (last_at);

create table log_searches (
  id text primary key default gen_random_uuid()::text,
  owner text not null,
  name text not null,
  query text not null,
  created_at timestamptz not null
);
create unique index log_searches_by_owner on log_searches (owner, name);

-- Days come and go with the owner's rights, which the application does not have. A day is made apart and then attached,
-- so that whoever reads or writes other days does not wait.
create function make_log_days(first_day date, last_day date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  one date;
  name text;
begin
  if last_day - first_day > 60 then raise exception 'too many days'; end if;
  perform pg_advisory_xact_lock(hashtext('log days'));
  for one in select generate_series(first_day, last_day, interval '1 day')::date loop
    name := 'log_lines_' || to_char(one, 'YYYYMMDD');
    if to_regclass('public.' || name) is null then
      execute format('create table public.%I (like public.log_lines including defaults including constraints)', name);
      execute format('alter table public.log_lines attach partition public.%I for values from (%L) to (%L)',
        name, one::text || ' 00:00:00+00', (one + 1)::text || ' 00:00:00+00');
    end if;
  end loop;
end $$;

create function drop_log_days(before_day date) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp set lock_timeout = '2s' as $$
declare
  name text;
begin
  perform pg_advisory_xact_lock(hashtext('log days'));
  for name in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.log_lines'::regclass and c.relname < 'log_lines_' || to_char(before_day, 'YYYYMMDD')
  loop
    execute format('drop table public.%I', name);
  end loop;
end $$;
revoke all on function make_log_days, drop_log_days from public;
grant execute on function make_log_days, drop_log_days to console_app;
