-- Rights of the application's role on every table the owner makes from here on.
grant usage on schema public to console_app;
alter default privileges in schema public grant select, insert, update, delete on tables to console_app;

-- Things that happened, in the order of their transactions. `xact` lets a reader stop before any
-- transaction that is still open, so that a late commit is never skipped.
create table events (
  tenant_id text not null,
  id bigint generated always as identity,
  xact xid8 not null default pg_current_xact_id(),
  uid text,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index events_in_order on events (tenant_id, xact, id);
create index events_by_age on events (tenant_id, created_at);
alter table events enable row level security;
alter table events force row level security;
create policy tenant_wall on events
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- The keys that seal a tenant's secrets, themselves wrapped by the key of the installation.
create table data_keys (
  tenant_id text not null,
  version integer not null,
  wrapped bytea not null,
  wrapped_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, version)
);
alter table data_keys enable row level security;
alter table data_keys force row level security;
create policy tenant_wall on data_keys
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- Mails that were promised in the same transaction as the act they tell of.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  recipients text[] not null,
  subject text not null,
  body text not null,
  state text not null check (state in ('kept', 'waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_outbox_newest on mail_outbox (created_at desc, id desc);

-- Jobs are enqueued by the application inside its own transactions; the queue's tables stay out of its reach.
create function enqueue_job(name text, payload json, job_key text, queue text, run_at timestamptz, max_attempts integer)
returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    enqueue_job.name,
    enqueue_job.payload,
    queue_name => enqueue_job.queue,
    run_at => enqueue_job.run_at,
    max_attempts => enqueue_job.max_attempts,
    job_key => enqueue_job.job_key
  );
end $$;
revoke all on function enqueue_job from public;
grant execute on function enqueue_job to console_app;
