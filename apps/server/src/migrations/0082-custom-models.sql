-- Models made of others of the same server, with instructions and parameters that are applied whenever one is asked.
create table custom_models (
  id text primary key,
  provider_id text not null references model_providers (id) on delete cascade,
  name text not null,
  base text not null,
  instructions text,
  temperature numeric check (temperature between 0 and 2),
  top_p numeric check (top_p between 0 and 1),
  context_tokens integer check (context_tokens between 1024 and 1000000),
  most_tokens integer check (most_tokens between 1 and 4096),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider_id, name)
);
