-- Programs of others that act for the whole project: what each may do, and whether it still may.
create table service_accounts (
  id text primary key,
  name text not null,
  rights text[] not null default '{}',
  state text not null default 'active' check (state in ('active', 'paused', 'revoked')),
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1
);

-- Their keys. The private part was handed out once and is kept nowhere. Two at once while one is replaced.
create table service_keys (
  kid text primary key,
  account_id text not null references service_accounts (id) on delete cascade,
  public_jwk jsonb not null,
  created_at timestamptz not null,
  created_by text,
  ends_at timestamptz,
  last_used_at timestamptz
);
create index service_keys_by_account on service_keys (account_id, created_at);

-- The key behind the token by which a program signed somebody in: the session ends with it.
alter table account_sessions add column service_key text;
-- A number belongs to one account; nothing but suites could give the same to two until now.
update accounts a set phone_number = null where exists
  (select 1 from accounts b where b.phone_number = a.phone_number and (b.created_at, b.uid) < (a.created_at, a.uid));
create unique index accounts_by_phone_number on accounts (phone_number) where phone_number is not null;
create index accounts_by_creation on accounts (created_at, uid);

-- Shown to whoever invites, and not mailed: such a link proves nothing of whoever reads the mail at its address.
alter table one_time_codes add column is_shown boolean not null default false;
