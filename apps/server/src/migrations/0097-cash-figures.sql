-- Figures of cash on delivery: which accounts the flows use, and what a posting of the book is in them.

alter table ledger_postings add column driver_id integer;
alter table ledger_postings add column cash_step smallint;

-- What accounts are used for, as the book says it, by the members that figures know them as.
create table account_purposes (
  tenant_id text not null,
  account_id integer not null,
  purpose text not null,
  primary key (tenant_id, account_id)
);
alter table account_purposes enable row level security;
alter table account_purposes force row level security;
create policy tenant_wall on account_purposes
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
