-- Web folders and sitemaps: each page that they list becomes a document, and is read again with them.
create table training_sites (
  tenant_id text not null,
  id text not null,
  for_tenant text generated always as (nullif(tenant_id, 'platform')) stored,
  name text not null,
  url text not null,
  read_every text not null default 'week' check (read_every in ('never', 'day', 'week', 'month')),
  next_reading_at timestamptz,
  checked_at timestamptz,
  state text not null check (state in ('queued', 'reading', 'done', 'failed')),
  -- How many pages the list named when it was last taken over: a much shorter one is not believed.
  listed integer,
  problem text,
  remark text,
  -- Since when nobody can say that its pages are all there are, because its list could not be read.
  unconfirmed_since timestamptz,
  note text,
  status text not null default 'active' check (status in ('active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index training_sites_by_id on training_sites (id);
create index training_sites_due on training_sites (next_reading_at) where next_reading_at is not null;

alter table training_sites enable row level security;
alter table training_sites force row level security;
create policy tenant_wall on training_sites
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );

alter table training_documents add column site text;
create index training_documents_by_url on training_documents (tenant_id, url) where url is not null;
