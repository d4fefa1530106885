-- What a person has chosen on the screens: filters, columns, favourites, cards. Nothing else depends on it.
create table user_choices (
  tenant_id text not null,
  uid text not null,
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null,
  primary key (tenant_id, uid, name)
);
alter table user_choices enable row level security;
alter table user_choices force row level security;
create policy tenant_wall on user_choices
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- A report as somebody left it, under a name. Shared ones are seen by everyone of the tenant.
create table saved_views (
  tenant_id text not null,
  id text not null,
  report text not null,
  title text not null,
  -- The query of the report's address, without the question mark.
  query text not null,
  owner_uid text not null,
  is_shared boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
alter table saved_views enable row level security;
alter table saved_views force row level security;
create policy tenant_wall on saved_views
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index saved_views_by_report on saved_views (tenant_id, report);

-- What happened on a day, shown on every chart along time: a holiday, an outage, a new price.
create table annotations (
  tenant_id text not null,
  id text not null,
  day date not null,
  text text not null,
  author_uid text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
alter table annotations enable row level security;
alter table annotations force row level security;
create policy tenant_wall on annotations
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index annotations_by_day on annotations (tenant_id, day);

-- Who did what that others must be able to look up: exports, looks into a tenant by those who run the platform.
create table audit_entries (
  tenant_id text not null,
  id text not null,
  at timestamptz not null,
  actor_uid text,
  actor_role text,
  act text not null,
  subject text not null,
  details jsonb not null,
  request_id text not null,
  primary key (tenant_id, id)
);
alter table audit_entries enable row level security;
alter table audit_entries force row level security;
create policy tenant_wall on audit_entries
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index audit_entries_by_time on audit_entries (tenant_id, at);

-- Files that people asked for. The file itself lies in the data folder and is removed when its time is over.
create table exports (
  tenant_id text not null,
  id text not null,
  report text not null,
  title text not null,
  query text not null,
  format text not null check (format in ('csv', 'xlsx', 'pdf')),
  state text not null check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  rows_done bigint not null default 0,
  rows_total bigint,
  bytes bigint,
  problem text,
  asked_by text not null,
  asked_at timestamptz not null,
  ended_at timestamptz,
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
alter table exports enable row level security;
alter table exports force row level security;
create policy tenant_wall on exports
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

create index exports_by_person on exports (tenant_id, asked_by, asked_at);

-- The movements of one item, which an opened movement shows with the balance after each.
create index stock_movements_by_product on stock_movements (tenant_id, warehouse_id, product_id);
create index documents_by_retention on documents (tenant_id, retain_until);
