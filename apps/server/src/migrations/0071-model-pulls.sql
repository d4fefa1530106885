-- Downloads of models to their servers, which go on in the background.
create table model_pulls (
  id text primary key,
  provider_id text not null,
  model text not null,
  state text not null check (state in ('running', 'done', 'failed', 'canceled', 'interrupted')),
  -- What the server says that it does.
  step text not null default '',
  done_bytes bigint not null default 0,
  -- Null until the server has said it.
  total_bytes bigint,
  problem text,
  started_by text not null,
  created_at timestamptz not null,
  -- A download whose process has died is told by it.
  updated_at timestamptz not null
);
create unique index model_pulls_one_running on model_pulls (provider_id, model) where state = 'running';
create index model_pulls_newest on model_pulls (created_at desc);
