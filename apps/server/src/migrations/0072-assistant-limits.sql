-- Each answer that was asked for, without a word of what was asked. It outlives its conversation.
create table assistant_usage (
  tenant_id text not null,
  -- That of the message.
  id text not null,
  uid text not null,
  role text not null,
  -- The organisation that a platform admin asked about.
  about_tenant text,
  -- Null where the answer came without a model.
  provider text,
  model text,
  begun_at timestamptz not null,
  -- Null while it is being written.
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'stopped', 'failed', 'interrupted')),
  problem text,
  -- Null where the server did not say.
  prompt_tokens integer,
  answer_tokens integer,
  -- What was reserved when it began, and what counts: that at first, the real ones once it has ended.
  held_tokens integer not null,
  counted_tokens integer not null,
  first_word_ms integer,
  total_ms integer,
  primary key (tenant_id, id)
);
create index assistant_usage_of_tenant on assistant_usage (tenant_id, begun_at);
create index assistant_usage_newest on assistant_usage (begun_at desc, id desc);
create index assistant_usage_open on assistant_usage (tenant_id, begun_at) where ended_at is null;

-- How much may be asked. Those for everyone, and those for a role in every tenant, are the platform's own.
create table assistant_limits (
  tenant_id text not null,
  id text not null,
  for_tenant text generated always as (nullif(tenant_id, 'platform')) stored,
  name text not null,
  scope text not null check (scope in ('platform', 'tenant', 'role', 'person')),
  role text,
  uid text,
  -- Whether all of them use it up together, or each person has it.
  counted_for text not null check (counted_for in ('together', 'each')),
  what text not null check (what in ('messages', 'tokens')),
  period text not null check (period in ('day', 'month')),
  most integer not null check (most >= 0),
  warn_percent integer not null check (warn_percent between 1 and 100),
  words text,
  is_enabled boolean not null,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check ((scope <> 'role' or role is not null) and (scope <> 'person' or uid is not null))
);
create unique index assistant_limits_once on assistant_limits
  (tenant_id, scope, coalesce(role, ''), coalesce(uid, ''), counted_for, what, period);

-- How much of a limit is used up in a period. A row of the platform's is counted up by all tenants, so that it names
-- the limit and whose part it is, and nothing else.
create table assistant_counts (
  limit_id text not null,
  subject text not null,
  -- The first day of the period, where its days begin.
  starts_on date not null,
  used bigint not null,
  is_warned boolean not null default false,
  primary key (limit_id, subject, starts_on)
);

-- Who has asked for more, once a day.
create table assistant_asks (
  tenant_id text not null,
  limit_id text not null,
  uid text not null,
  asked_on date not null,
  primary key (tenant_id, limit_id, uid, asked_on)
);

alter table assistant_usage enable row level security;
alter table assistant_usage force row level security;
create policy tenant_wall on assistant_usage
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );

alter table assistant_limits enable row level security;
alter table assistant_limits force row level security;
create policy tenant_wall on assistant_limits
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );
create policy platform_read on assistant_limits for select using (
  tenant_id = 'platform' and nullif(current_setting('app.tenant_id', true), '') is not null);

alter table assistant_asks enable row level security;
alter table assistant_asks force row level security;
create policy tenant_wall on assistant_asks
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
