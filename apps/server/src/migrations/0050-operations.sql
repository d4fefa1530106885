-- A saved search that tells its owner when it finds more lines than usual.
alter table log_searches add column alert_lines integer check (alert_lines between 0 and 10000);
alter table log_searches add column alert_minutes integer check (alert_minutes between 1 and 60);
alter table log_searches add column muted_until timestamptz;
-- Since when it finds too many; null while it does not.
alter table log_searches add column alerting_since timestamptz;
alter table log_searches add constraint log_searches_alert check ((alert_lines is null) = (alert_minutes is null));
create index log_searches_with_alert on log_searches (id) where alert_lines is not null;

-- Files of other things than reports: what one is of, and the page that shows the same.
alter table exports rename column report to subject;
alter table exports add column path text not null default '/tenant/reports';
alter table exports drop constraint exports_format_check;
alter table exports add constraint exports_format_check check (format in ('csv', 'xlsx', 'pdf', 'ndjson'));

-- Addresses that are called when something happens on the platform. No tenant reads these tables.
create table webhooks (
  id text primary key,
  name text not null,
  url text not null,
  kinds text[] not null,
  state text not null default 'active' check (state in ('active', 'paused', 'disabled', 'removed')),
  sealed_secret text,
  -- The secret before it, which signs beside it for a while.
  earlier_secret text,
  earlier_ends_at timestamptz,
  -- Attempts that failed since one last succeeded.
  failures integer not null default 0,
  last_success_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  kind text not null,
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  status integer,
  error text,
  created_at timestamptz not null,
  last_attempt_at timestamptz
);
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);

-- Work on the platform that is planned and announced. The announcement has the same id.
create table maintenance_windows (
  id text primary key,
  title text not null,
  body text,
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  audience text not null default 'all' check (audience in ('all', 'tenants')),
  tenants text[] not null default '{}',
  announce_hours integer not null default 24 check (announce_hours between 0 and 336),
  is_cancelled boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index maintenance_windows_by_end on maintenance_windows (ends_at);
