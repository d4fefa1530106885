-- A way in for a tenant's data: an outside system that is read again and again, or the files of one kind.
create table source_connections (
  tenant_id text not null,
  id text not null,
  source text not null,
  kind text not null,
  name text not null,
  -- Addresses, queries and the like; what is secret is sealed apart and never read back.
  settings jsonb not null,
  secret text,
  mapping jsonb not null,
  -- Null: it is read only when somebody asks.
  interval_minutes integer,
  is_paused boolean not null default false,
  -- How far it has been read, in the words of its connector.
  cursor jsonb,
  problem text,
  problem_kind text,
  failures integer not null default 0,
  first_failed_at timestamptz,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  last_loaded_at timestamptz,
  next_run_at timestamptz,
  -- The state that people were last told of.
  told_state text not null,
  hook_id text,
  hook_secret text,
  last_event_at timestamptz,
  watched_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
alter table source_connections enable row level security;
alter table source_connections force row level security;
create policy tenant_wall on source_connections
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- The states of all connections, for those who run the platform: no settings and nothing of what was read.
create table source_states (
  tenant_id text not null,
  connection_id text not null,
  source text not null,
  kind text not null,
  name text not null,
  is_paused boolean not null,
  interval_minutes integer,
  problem text,
  problem_kind text,
  failures integer not null,
  told_state text not null,
  last_attempt_at timestamptz,
  last_success_at timestamptz,
  last_loaded_at timestamptz,
  last_event_at timestamptz,
  next_run_at timestamptz,
  created_at timestamptz not null,
  primary key (tenant_id, connection_id)
);
create index source_states_by_due on source_states (next_run_at);

-- One reading of a connection, or one file. Its cursor moves in the transaction of the rows that it covers.
create table source_runs (
  tenant_id text not null,
  id text not null,
  connection_id text not null,
  cause text not null,
  state text not null,
  -- What was asked for: a range of days, a file and its mapping.
  task jsonb not null,
  cursor jsonb,
  attempt integer not null default 0,
  note text,
  rows_read bigint not null default 0,
  rows_written bigint not null default 0,
  rows_unchanged bigint not null default 0,
  rows_deleted bigint not null default 0,
  rows_rejected bigint not null default 0,
  rows_total bigint,
  problem text,
  problem_kind text,
  asked_by text,
  asked_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table source_runs enable row level security;
alter table source_runs force row level security;
create policy tenant_wall on source_runs
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index source_runs_by_time on source_runs (tenant_id, connection_id, asked_at);

-- Rows that could not be taken in, with the reason. They are kept as they came, to be taken in once what was wrong is mended.
create table source_rejects (
  tenant_id text not null,
  id bigint generated always as identity,
  connection_id text not null,
  run_id text not null,
  fact text not null,
  -- Where it stood: the line of a file, or the source's own key.
  place text not null,
  field text not null,
  reason text not null,
  record jsonb not null,
  state text not null default 'open',
  rejected_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table source_rejects enable row level security;
alter table source_rejects force row level security;
create policy tenant_wall on source_rejects
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index source_rejects_by_connection on source_rejects (tenant_id, connection_id, state, id);

-- Values that the mapping does not know. They are counted and wait for somebody to map them; nothing is dropped.
create table source_values (
  tenant_id text not null,
  connection_id text not null,
  field text not null,
  value text not null,
  seen bigint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (tenant_id, connection_id, field, value),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table source_values enable row level security;
alter table source_values force row level security;
create policy tenant_wall on source_values
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- The keys that a whole listing has shown so far, to find out at its end what is no more.
create table source_listed (
  tenant_id text not null,
  run_id text not null,
  fact text not null,
  source_key text not null,
  primary key (tenant_id, run_id, fact, source_key),
  foreign key (tenant_id, run_id) references source_runs (tenant_id, id) on delete cascade
);
alter table source_listed enable row level security;
alter table source_listed force row level security;
create policy tenant_wall on source_listed
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- How a connection was changed, and by whom: beside its runs it tells what happened before something broke.
create table source_changes (
  tenant_id text not null,
  id bigint generated always as identity,
  connection_id text not null,
  act text not null,
  details jsonb not null,
  changed_by text,
  changed_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table source_changes enable row level security;
alter table source_changes force row level security;
create policy tenant_wall on source_changes
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index source_changes_by_connection on source_changes (tenant_id, connection_id, id);

-- Tasks of the delivery provider as its list shows them: what has changed is read in full, and the live board counts them.
create table provider_tasks (
  tenant_id text not null,
  connection_id text not null,
  job_id text not null,
  job_type smallint not null,
  job_status smallint not null,
  agent_id text,
  agent_name text,
  team_id text,
  team_name text,
  due_at timestamptz,
  -- Since when it has had this status, as far as we have seen.
  status_since timestamptz not null,
  completed_at timestamptz,
  -- Changes whenever the list shows something else; the details are read again then.
  print text not null,
  -- The print whose details have been taken in; another one is still to be read.
  taken_print text,
  history_id bigint not null default 0,
  seen_at timestamptz not null,
  primary key (tenant_id, connection_id, job_id),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table provider_tasks enable row level security;
alter table provider_tasks force row level security;
create policy tenant_wall on provider_tasks
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index provider_tasks_by_status on provider_tasks (tenant_id, connection_id, job_status, status_since);
create index provider_tasks_untaken on provider_tasks (tenant_id, connection_id, job_id) where taken_print is distinct from print;

-- Agents of the delivery provider with their last known place.
create table provider_agents (
  tenant_id text not null,
  connection_id text not null,
  agent_id text not null,
  name text not null,
  status text not null,
  team text,
  latitude double precision,
  longitude double precision,
  located_at timestamptz,
  battery smallint,
  pending_tasks integer,
  seen_at timestamptz not null,
  primary key (tenant_id, connection_id, agent_id),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table provider_agents enable row level security;
alter table provider_agents force row level security;
create policy tenant_wall on provider_agents
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- How long agents were on duty on a day, as the provider logs it.
create table provider_duty (
  tenant_id text not null,
  connection_id text not null,
  agent_id text not null,
  day date not null,
  on_duty_seconds integer not null,
  primary key (tenant_id, connection_id, agent_id, day),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table provider_duty enable row level security;
alter table provider_duty force row level security;
create policy tenant_wall on provider_duty
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- Clients of the delivery provider, mirrored so that they can be searched while it is away.
create table provider_clients (
  tenant_id text not null,
  connection_id text not null,
  client_id text not null,
  name text not null,
  phone text,
  email text,
  address text,
  mapped_tenant text,
  print text not null,
  first_seen_at timestamptz not null,
  changed_at timestamptz not null,
  seen_at timestamptz not null,
  -- Not in the newest list any more.
  vanished_at timestamptz,
  primary key (tenant_id, connection_id, client_id),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table provider_clients enable row level security;
alter table provider_clients force row level security;
create policy tenant_wall on provider_clients
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index provider_clients_by_name on provider_clients (tenant_id, name, client_id);

-- What the provider tells by webhook: a hint that a task has changed, told once however often it comes.
create table source_hints (
  tenant_id text not null,
  connection_id text not null,
  -- Made of what tells one event from another.
  print text not null,
  job_id text not null,
  job_status smallint not null,
  template text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  repeats integer not null default 0,
  handled_at timestamptz,
  outcome text,
  primary key (tenant_id, connection_id, print),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table source_hints enable row level security;
alter table source_hints force row level security;
create policy tenant_wall on source_hints
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index source_hints_waiting on source_hints (tenant_id, connection_id, received_at) where handled_at is null;
create index source_hints_by_time on source_hints (tenant_id, connection_id, received_at);

-- What the source counts for a day and what we have, side by side.
create table source_reconciliations (
  tenant_id text not null,
  connection_id text not null,
  day date not null,
  measure text not null,
  theirs bigint not null,
  ours bigint not null,
  checked_at timestamptz not null,
  primary key (tenant_id, connection_id, day, measure),
  foreign key (tenant_id, connection_id) references source_connections (tenant_id, id) on delete cascade
);
alter table source_reconciliations enable row level security;
alter table source_reconciliations force row level security;
create policy tenant_wall on source_reconciliations
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- The volume of all tenants by day is read for the platform's pages.
create index tenant_volumes_by_day on tenant_volumes (fact, day) include (rows);
