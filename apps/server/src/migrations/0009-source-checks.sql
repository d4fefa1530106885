-- What the checks of a connection's facts have found, and what somebody has said about each of them.
create table source_checks (
  tenant_id text not null,
  connection_id text not null,
  name text not null,
  -- Null until it was checked for the first time.
  found bigint,
  -- What the check before found.
  found_before bigint,
  looked bigint,
  checked_at timestamptz,
  muted_by text,
  muted_at timestamptz,
  -- Null: until somebody takes it back.
  muted_until timestamptz,
  mute_reason text,
  -- Who looks after it, of those who run the platform.
  owner_uid text,
  primary key (tenant_id, connection_id, name),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table source_checks enable row level security;
alter table source_checks force row level security;
create policy tenant_wall on source_checks
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
