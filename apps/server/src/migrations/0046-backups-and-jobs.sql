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
