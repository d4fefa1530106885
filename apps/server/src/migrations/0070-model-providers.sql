-- Servers of language models, which are the platform's. That of the operator is kept in step with the configuration.
create table model_providers (
  id text primary key,
  name text not null,
  kind text not null check (kind in ('ollama', 'openai')),
  address text not null,
  sealed_key text,
  is_enabled boolean not null default true,
  -- Lower ones are asked first where several have the same model.
  priority integer not null default 100,
  -- How many answers it writes at once.
  slots integer not null default 2 check (slots between 1 and 256),
  allow_cloud boolean not null default false,
  context_tokens integer check (context_tokens between 1024 and 10000000),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index model_providers_by_name on model_providers (lower(name));

-- What may be asked of models: for all tenants, under the platform's own id, or for one. Each change is a version, the
-- last one holds; a tenant reads its own and the platform's.
create table model_policies (
  tenant_id text not null,
  version integer not null,
  -- A tenant without a policy of its own has that of the platform.
  is_own boolean not null,
  -- Null where every model may be chosen.
  models text[],
  default_model text,
  instructions text not null,
  is_chat_on boolean not null,
  writes_prose boolean not null,
  keeps_figures boolean not null,
  changed_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, version)
);
alter table model_policies enable row level security;
alter table model_policies force row level security;
create policy tenant_wall on model_policies
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );
create policy platform_read on model_policies for select using (
  tenant_id = 'platform' and nullif(current_setting('app.tenant_id', true), '') is not null);
