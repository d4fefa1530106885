-- Organisations: how they stand, and what those who run the platform keep about them.
alter table tenants
  add column state text not null default 'active' check (state in ('active', 'suspended', 'archived', 'leaving')),
  add column state_reason text,
  add column state_since timestamptz,
  -- When a tenant that leaves is removed with all its rows.
  add column leaves_at timestamptz,
  add column plan text not null default 'standard',
  -- Null: as many people as it likes.
  add column user_limit integer check (user_limit > 0),
  -- Null: every report that its data allows.
  add column reports text[],
  -- Facts about a tenant that its users inherit.
  add column attributes jsonb not null default '{}',
  add column logo text,
  add column contact text,
  add column note text,
  add column created_by text,
  add column version integer not null default 1,
  add column updated_at timestamptz;
create index tenants_by_name on tenants (name, id);
create index tenants_by_creation on tenants (created_at, id);

alter table users
  add column attributes jsonb not null default '{}',
  add column invited_at timestamptz,
  add column invited_by text,
  -- Since when the account is meant to be gone; it can be brought back until it is removed for good.
  add column removed_at timestamptz,
  -- When a person who does not sign in any more was told so.
  add column dormant_told_at timestamptz,
  add column version integer not null default 1,
  add column updated_at timestamptz;
create index users_by_email on users (email, uid);
create index users_by_name on users (name, uid);
create index users_by_creation on users (created_at, uid);
create index accounts_by_last_login on accounts (last_login_at, uid);

-- Requests for access: who looks after one, what became of it, and the key by which its sender follows it.
alter table signup_requests drop constraint signup_requests_state_check;
alter table signup_requests
  add constraint signup_requests_state_check
    check (state in ('new', 'suspect', 'reviewing', 'approved', 'rejected')),
  add column follow_hash text,
  add column assigned_to text,
  add column note text,
  add column decided_at timestamptz,
  add column decided_by text,
  add column answer text,
  add column tenant_id text,
  add column version integer not null default 1,
  add column updated_at timestamptz;
create unique index signup_requests_by_follow on signup_requests (follow_hash);

alter table settings add column updated_by text;

-- Every note has a number and a mark made of itself and the note before it: what is changed or removed shows.
alter table audit_entries
  add column seq bigint,
  add column mark text,
  add column address text,
  add column user_agent text,
  -- The tenant that an act of those who run the platform was about.
  add column about_tenant text;
create unique index audit_entries_in_order on audit_entries (tenant_id, seq);
create index audit_entries_by_subject on audit_entries (tenant_id, subject, seq);
create index audit_entries_by_actor on audit_entries (tenant_id, actor_uid, seq);
-- Notes are only ever added.
revoke update, delete on audit_entries from console_app;

-- The newest note of each tenant, sealed so that nobody can put an older one in its place.
create table audit_heads (
  tenant_id text not null,
  seq bigint not null,
  mark text not null,
  seal text not null,
  primary key (tenant_id)
);
alter table audit_heads enable row level security;
alter table audit_heads force row level security;
create policy tenant_wall on audit_heads
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
revoke delete on audit_heads from console_app;
