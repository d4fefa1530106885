-- Questions that the platform offers to those who ask, to begin with.
create table assistant_prompts (
  id text primary key,
  name text not null,
  body text not null,
  audience text not null check (audience in ('all', 'tenants', 'roles')),
  tenants text[] not null default '{}',
  roles text[] not null default '{}',
  is_enabled boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index assistant_prompts_by_name on assistant_prompts (lower(name));

-- Those that a person has kept. Each is its owner's alone.
create table assistant_own_prompts (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  owner_uid text not null,
  name text not null,
  body text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index assistant_own_prompts_of_person on assistant_own_prompts (tenant_id, owner_uid, lower(name));

alter table assistant_own_prompts enable row level security;
alter table assistant_own_prompts force row level security;
create policy tenant_wall on assistant_own_prompts
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
