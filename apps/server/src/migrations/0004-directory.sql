-- Organisations.
create table tenants (
  id text primary key check (id <> 'platform'),
  name text not null,
  source text,
  aiq_type text,
  created_at timestamptz not null
);

-- The people who use the console, keyed by their account.
create table users (
  uid text primary key,
  email text,
  role text not null,
  tenant_id text references tenants (id),
  name text,
  photo text,
  phone text,
  language text not null default 'en',
  time_zone text,
  date_format text not null default 'auto',
  number_format text not null default 'auto',
  theme text not null default 'system',
  notify_security boolean not null default true,
  notify_reports boolean not null default true,
  notify_product boolean not null default false,
  created_at timestamptz not null
);
create index users_by_tenant on users (tenant_id);
