-- The name that facts have given a member, while a list of names gives it another one.
alter table members add column given_name text;

-- Rows of lists that complete the facts: how a member is called, and the groups that it belongs to.
create table member_details (
  tenant_id text not null,
  source text not null,
  source_key text not null,
  time_zone text not null,
  list smallint not null,
  key text not null,
  name text,
  category_id integer,
  supplier_id integer,
  abc_class_id integer,
  region_id integer,
  ingested_at timestamptz not null,
  loaded_by uuid,
  primary key (tenant_id, source, source_key)
);
create index member_details_by_member on member_details (tenant_id, list, key);
alter table member_details enable row level security;
alter table member_details force row level security;
create policy tenant_wall on member_details
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- What the lists together say of a member of facts: facts without a group of their own are read with these.
create table member_groups (
  tenant_id text not null,
  member_id integer not null,
  category_id integer,
  supplier_id integer,
  abc_class_id integer,
  region_id integer,
  primary key (tenant_id, member_id)
);
alter table member_groups enable row level security;
alter table member_groups force row level security;
create policy tenant_wall on member_groups
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
