-- The delivery clients whose report can be opened from outside, by the number in its address. The number is no key.
create table embed_clients (
  tookan_id text primary key,
  tenant_id text not null,
  -- The client among the members of the tenant's deliveries.
  client_key text not null,
  name text not null,
  created_at timestamptz not null,
  unique (tenant_id, client_key)
);

-- The ways in: a key in the address, a token that a host signs, or the bare address. None of them holds a key.
create table embed_links (
  id text primary key,
  tookan_id text not null references embed_clients (tookan_id) on delete cascade,
  tenant_id text not null,
  client_key text not null,
  label text not null,
  kind text not null check (kind in ('key', 'signed', 'counts', 'open')),
  state text not null default 'active' check (state in ('active', 'paused', 'revoked')),
  -- Why it was revoked, where nobody did that to this link alone.
  state_reason text,
  origins text[] not null default '{}',
  fields text[] not null default '{}',
  can_export boolean not null default false,
  days integer not null default 31 check (days between 1 and 366),
  refresh_seconds integer not null default 60 check (refresh_seconds between 30 and 3600),
  passcode_hash text,
  expires_at timestamptz,
  created_by text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  version integer not null default 1,
  views bigint not null default 0,
  last_used_at timestamptz,
  -- The day on which somebody was last told that it may have leaked.
  alarmed_on date
);
create index embed_links_by_client on embed_links (tookan_id);
create index embed_links_by_tenant on embed_links (tenant_id, client_key);
create index embed_links_by_creation on embed_links (created_at, id);
-- The bare address means one thing at a time.
create unique index embed_links_one_bare on embed_links (tookan_id) where kind in ('counts', 'open') and state <> 'revoked';

-- What opens a link: a key, of which only the hash is kept, or a secret that its host signs with, which is made of its
-- name and the key of the installation and kept nowhere. Two at once while one is replaced.
create table embed_keys (
  kid text primary key,
  link_id text not null references embed_links (id) on delete cascade,
  hash text unique,
  created_at timestamptz not null,
  created_by text,
  ends_at timestamptz,
  last_used_at timestamptz
);
create index embed_keys_by_link on embed_keys (link_id, created_at);

-- How often a link was opened on a day, and how often somebody was turned away at its client's address.
create table embed_use (
  link_id text not null references embed_links (id) on delete cascade,
  day date not null,
  views integer not null default 0,
  refused integer not null default 0,
  primary key (link_id, day)
);

-- The places that a link was opened from on a day, each as a mark that does not tell the address.
create table embed_visitors (
  link_id text not null references embed_links (id) on delete cascade,
  day date not null,
  mark text not null,
  seen_at timestamptz not null,
  primary key (link_id, day, mark)
);
