-- Visitors who ask for access. A request that looks like a program's is kept too, apart, so that no person is lost.
create table signup_requests (
  id uuid primary key default gen_random_uuid(),
  reference text not null unique,
  idempotency_key uuid not null unique,
  content_hash text not null,
  state text not null check (state in ('new', 'suspect')),
  full_name text not null,
  email text not null,
  company text not null,
  phone text,
  country text,
  branches text,
  systems text[] not null,
  message text,
  consented_at timestamptz not null,
  created_at timestamptz not null
);
create index signup_requests_by_email on signup_requests (email, created_at);
create index signup_requests_newest on signup_requests (created_at desc, id desc);
