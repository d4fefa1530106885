-- Requests of tenants' people for reports. Their tenant sees its own; those who run the platform see and answer all.
create table report_requests (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  report text not null,
  asked_by text not null,
  note text,
  state text not null default 'open' check (state in ('open', 'granted', 'declined', 'withdrawn', 'closed')),
  answer text,
  decided_at timestamptz,
  decided_by text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index report_requests_one_open on report_requests (tenant_id, report) where state = 'open';
create index report_requests_newest on report_requests (tenant_id, report, created_at desc);
create index report_requests_by_id on report_requests (id);
alter table report_requests enable row level security;
alter table report_requests force row level security;
create policy tenant_wall on report_requests
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );
