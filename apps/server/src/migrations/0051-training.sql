-- What the assistant is taught: for all tenants, under the platform's own id, or for one. A tenant reads both and writes
-- its own; those who run the platform look after all of it.
create table training_words (
  tenant_id text not null,
  id text not null,
  for_tenant text generated always as (nullif(tenant_id, 'platform')) stored,
  word text not null,
  key text not null,
  meaning text not null check (meaning in ('metric', 'dimension', 'member', 'period', 'report', 'nothing')),
  metric text,
  dimension text,
  members text[] not null default '{}',
  period text,
  days text,
  is_yearly boolean not null default false,
  report text,
  note text,
  status text not null default 'active' check (status in ('active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index training_words_by_key on training_words (tenant_id, key);
create index training_words_by_id on training_words (id);

create table training_examples (
  tenant_id text not null,
  id text not null,
  for_tenant text generated always as (nullif(tenant_id, 'platform')) stored,
  question text not null,
  key text not null,
  query text not null,
  query_words text not null,
  -- Which words of the question stand for which part of the query, and which days it means whenever it is asked.
  slots jsonb not null,
  note text,
  status text not null default 'active' check (status in ('active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index training_examples_by_key on training_examples (tenant_id, key);
create index training_examples_by_id on training_examples (id);

create table training_answers (
  tenant_id text not null,
  id text not null,
  for_tenant text generated always as (nullif(tenant_id, 'platform')) stored,
  question text not null,
  key text not null,
  answer text not null,
  query text,
  query_words text,
  relative_time text,
  verified_by text,
  verified_at timestamptz not null,
  ends_on date,
  note text,
  status text not null default 'active' check (status in ('active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index training_answers_by_key on training_answers (tenant_id, key);
create index training_answers_by_id on training_answers (id);

-- Rises with every change, so that a process sees by one row whether what it has in memory is still true.
create table training_versions (
  tenant_id text primary key,
  version bigint not null
);

-- How often each was used, by the tenant that asked.
create table training_use (
  tenant_id text not null,
  kind text not null check (kind in ('word', 'example', 'answer')),
  item_id text not null,
  day date not null,
  uses integer not null,
  primary key (tenant_id, kind, item_id, day)
);
create index training_use_by_item on training_use (item_id, day);
create index training_use_by_day on training_use (tenant_id, day);

do $$
declare
  name text;
begin
  foreach name in array array['training_words', 'training_examples', 'training_answers', 'training_versions', 'training_use']
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
  -- For reading alone: what a tenant changes or removes stays behind its wall.
  foreach name in array array['training_words', 'training_examples', 'training_answers', 'training_versions']
  loop
    execute format($policy$create policy platform_read on %I for select using (
      tenant_id = 'platform' and nullif(current_setting('app.tenant_id', true), '') is not null)$policy$, name);
  end loop;
end;
$$;
