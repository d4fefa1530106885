-- What is taught can be a draft, made of someone's feedback, until it is approved; a change that makes an evaluation set
-- worse says why it was made all the same.
do $$
declare
  name text;
begin
  foreach name in array array['training_words', 'training_examples', 'training_answers']
  loop
    execute format('alter table %I drop constraint %I', name, name || '_status_check');
    execute format($check$alter table %I add constraint %I check (status in ('draft', 'active', 'archived'))$check$,
      name, name || '_status_check');
    execute format('alter table %I add column reason text', name);
    execute format('alter table %I add column feedback_id text', name);
  end loop;
end;
$$;

-- Questions with what is right to answer, for all tenants or for one. Those of the platform are asked in a named tenant.
create table evaluation_sets (
  tenant_id text not null,
  id text not null,
  for_tenant text generated always as (nullif(tenant_id, 'platform')) stored,
  name text not null,
  asked_in text not null,
  is_nightly boolean not null default true,
  is_gate boolean not null default false,
  note text,
  status text not null default 'active' check (status in ('active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
create index evaluation_sets_by_id on evaluation_sets (id);

create table evaluation_cases (
  tenant_id text not null,
  id text not null,
  for_tenant text generated always as (nullif(tenant_id, 'platform')) stored,
  set_id text not null,
  question text not null,
  key text not null,
  expected text not null check (expected in ('answer', 'clarify', 'refuse', 'no_answer')),
  query text,
  query_words text,
  -- Which words of the question stand for which part of the query, so that its days move with today.
  slots jsonb not null,
  must_mention text[] not null default '{}',
  note text,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, set_id, question),
  foreign key (tenant_id, set_id) references evaluation_sets (tenant_id, id) on delete cascade
);
create index evaluation_cases_by_id on evaluation_cases (id);

create table evaluation_runs (
  tenant_id text not null,
  id text not null,
  set_id text not null,
  trigger text not null check (trigger in ('manual', 'nightly')),
  started_by text,
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- Tells the later of two that began at the same moment.
  place bigint generated always as identity,
  total integer not null default 0,
  done integer not null default 0,
  problem text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, set_id) references evaluation_sets (tenant_id, id) on delete cascade
);
create index evaluation_runs_newest on evaluation_runs (tenant_id, set_id, place desc);
create index evaluation_runs_by_id on evaluation_runs (id);

create table evaluation_results (
  tenant_id text not null,
  run_id text not null,
  case_id text not null,
  question text not null,
  expected text not null,
  grade text not null check (grade in ('right', 'offered', 'declined', 'wrong', 'broken')),
  outcome text not null,
  answer text not null,
  primary key (tenant_id, run_id, case_id),
  foreign key (tenant_id, run_id) references evaluation_runs (tenant_id, id) on delete cascade
);

-- How questions ended, what they asked for and did not find, and which words played no part, by day and person: people
-- are counted and never shown.
create table question_coverage (
  tenant_id text not null,
  day date not null,
  kind text not null check (kind in ('asked', 'missing', 'unused')),
  reason text not null,
  label text not null,
  uid text not null,
  question text not null,
  times integer not null,
  primary key (tenant_id, day, kind, reason, label, uid)
);
create index question_coverage_by_day on question_coverage (day);

do $$
declare
  name text;
begin
  foreach name in array array['evaluation_sets', 'evaluation_cases', 'evaluation_runs', 'evaluation_results', 'question_coverage']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (
        tenant_id = nullif(current_setting('app.tenant_id', true), '')
        or current_setting('app.tenant_id', true) = 'platform'
      )
      with check (
        tenant_id = nullif(current_setting('app.tenant_id', true), '')
        or current_setting('app.tenant_id', true) = 'platform'
      )$policy$, name);
  end loop;
end;
$$;
