-- The accounts that can sign in. What a person may do is said by the user document, not here.
create table accounts (
  uid text primary key,
  email text unique,
  email_verified boolean not null default false,
  password_hash text,
  password_updated_at timestamptz,
  display_name text,
  photo_url text,
  phone_number text,
  is_disabled boolean not null default false,
  is_anonymous boolean not null default false,
  is_custom boolean not null default false,
  uses_email_link boolean not null default false,
  custom_claims jsonb not null default '{}',
  valid_since timestamptz not null,
  created_at timestamptz not null,
  last_login_at timestamptz,
  last_refresh_at timestamptz
);

-- The identities at other providers that open an account.
create table account_providers (
  provider_id text not null,
  raw_id text not null,
  uid text not null references accounts (uid) on delete cascade,
  email text,
  display_name text,
  photo_url text,
  primary key (provider_id, raw_id)
);
create index account_providers_by_account on account_providers (uid);

-- One row for each sign-in. The refresh token is derived from the id and the counter, so that none is stored.
create table account_sessions (
  id uuid primary key,
  uid text not null references accounts (uid) on delete cascade,
  counter integer not null default 0,
  rotated_at timestamptz not null,
  provider text not null,
  claims jsonb not null,
  authenticated_at timestamptz not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  user_agent text not null,
  address text,
  ended_at timestamptz
);
create index account_sessions_by_account on account_sessions (uid, created_at);

-- Codes in mails, of which only the hash is kept.
create table one_time_codes (
  code_hash text primary key,
  kind text not null,
  uid text references accounts (uid) on delete cascade,
  email text not null,
  new_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_by_email on one_time_codes (email, created_at);

-- The keys that sign ID tokens; the private part is sealed.
create table signing_keys (
  kid text primary key,
  sealed_private text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null
);

-- Failed attempts by account, by address and by both, for slowing guesses down.
create table sign_in_attempts (
  subject text primary key,
  failures integer not null,
  first_failed_at timestamptz not null,
  blocked_until timestamptz
);

-- What admins have chosen, by name; what is not here has its default in the code.
create table settings (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

alter table mail_outbox add column html text;
