-- What people are told. A person's rows lie in their own tenant; those of platform admins in the platform's.
create table notices (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  uid text not null,
  kind text not null,
  about text not null,
  subject text not null,
  body text,
  link text,
  times integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  read_at timestamptz,
  mail_at timestamptz,
  mailed_at timestamptz,
  primary key (tenant_id, id)
);
-- One cause is one unread notice; when it comes again it is counted.
create unique index notices_one_unread on notices (tenant_id, uid, kind, about) where read_at is null;
create index notices_newest on notices (tenant_id, uid, updated_at desc, id desc);
create index notices_held on notices (tenant_id, uid, mail_at) where mail_at is not null;
create index notices_oldest on notices (tenant_id, updated_at);
alter table notices enable row level security;
alter table notices force row level security;
create policy tenant_wall on notices
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- How people want to be told: by kind, and when their emails wait. Kinds without a choice follow their default.
create table notice_preferences (
  tenant_id text not null,
  uid text not null,
  choices jsonb not null default '{}',
  quiet_start text,
  quiet_end text,
  updated_at timestamptz not null,
  primary key (tenant_id, uid),
  check ((quiet_start is null) = (quiet_end is null))
);
alter table notice_preferences enable row level security;
alter table notice_preferences force row level security;
create policy tenant_wall on notice_preferences
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- What the platform announces to many at once.
create table announcements (
  id text primary key,
  title text not null,
  body text,
  level text not null default 'info' check (level in ('info', 'warning', 'critical')),
  audience text not null default 'all' check (audience in ('all', 'roles', 'tenants')),
  roles text[] not null default '{}',
  tenants text[] not null default '{}',
  starts_at timestamptz not null,
  ends_at timestamptz,
  is_dismissible boolean not null default true,
  is_withdrawn boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- Who has seen an announcement and who has dismissed it. The platform counts them, so that its rows are open to it too.
create table announcement_reads (
  tenant_id text not null,
  announcement_id text not null,
  uid text not null,
  seen_at timestamptz not null,
  dismissed_at timestamptz,
  primary key (tenant_id, announcement_id, uid)
);
create index announcement_reads_by_announcement on announcement_reads (announcement_id);
alter table announcement_reads enable row level security;
alter table announcement_reads force row level security;
create policy tenant_wall on announcement_reads
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );
