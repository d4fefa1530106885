-- Two models, or one with two sets of instructions, that answer the same questions beside each other.
create table model_trials (
  id text primary key,
  model_a text not null,
  instructions_a text not null,
  model_b text not null,
  instructions_b text not null,
  -- Null where the questions of all sets are drawn from.
  set_id text,
  most_questions integer not null check (most_questions between 1 and 200),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  total integer not null default 0,
  done integer not null default 0,
  problem text,
  started_by text not null,
  created_at timestamptz not null,
  ended_at timestamptz
);
-- They would share the model servers, and measure each other.
create unique index model_trials_one_at_once on model_trials ((true)) where state in ('waiting', 'running');
create index model_trials_newest on model_trials (created_at desc);

-- How each question was answered, kept behind the wall of the tenant whose figures answered it.
create table model_trial_results (
  tenant_id text not null,
  trial_id text not null,
  side text not null check (side in ('a', 'b')),
  case_id text not null,
  question text not null,
  expected text not null,
  grade text not null check (grade in ('right', 'offered', 'declined', 'wrong', 'broken', 'failed')),
  unverified integer not null,
  total_ms integer not null,
  answer text not null,
  primary key (tenant_id, trial_id, side, case_id)
);
create index model_trial_results_of_trial on model_trial_results (trial_id);
alter table model_trial_results enable row level security;
alter table model_trial_results force row level security;
create policy tenant_wall on model_trial_results
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );

-- When models are loaded, so that nobody waits for the first answer of a day.
create table model_preloads (
  provider_id text not null references model_providers (id) on delete cascade,
  model text not null,
  -- Monday is 1.
  days integer[] not null check (cardinality(days) > 0),
  -- As the clocks of the zone show them, such as 08:30.
  begins_at text not null,
  ends_at text not null check (ends_at > begins_at),
  time_zone text not null,
  keep_alive text not null check (keep_alive in ('5m', '1h', '12h', 'always')),
  last_run_at timestamptz,
  -- Null where the last run loaded it.
  last_problem text,
  updated_at timestamptz not null,
  primary key (provider_id, model)
);
