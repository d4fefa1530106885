-- From which browsers and networks each account has been signed in to: what is not here yet is told to its owner.
create table sign_in_origins (
  uid text not null references accounts (uid) on delete cascade,
  kind text not null check (kind in ('device', 'network')),
  value text not null,
  first_seen_at timestamptz not null,
  primary key (uid, kind, value)
);
