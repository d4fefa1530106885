-- From the order to the door, the estimate being the due time that deliveries already have.
alter table delivery_tasks
  add column door_seconds bigint generated always as (
    case when completed_at >= created_at then extract(epoch from completed_at - created_at)::bigint end) stored;

-- What a document is worth, that it never ends, and until when one has to give notice. A document that nobody has said
-- to be perpetual is not one that ends: both may be unknown.
alter table documents
  add column amount_minor bigint,
  add column is_perpetual boolean,
  add column notice_on date,
  -- The first day after its last, and not before the document came to be.
  add column expired_day date generated always as (
    case when expires_on is not null then greatest((created_at at time zone time_zone)::date, expires_on + 1) end) stored,
  add column notice_passed_day date generated always as (
    case when notice_on is not null then greatest((created_at at time zone time_zone)::date, notice_on + 1) end) stored;
-- No document had a value until now: what it is in is its tenant's currency, as for every other row.
alter table documents add column currency text not null default 'USD';
alter table documents alter column currency drop default;
update documents f set currency = t.currency from tenants t where t.id = f.tenant_id and t.currency <> 'USD';
alter table documents add constraint documents_currency_check check (currency ~ '^[A-Z]{3}$');
update fact_history h set before = before || jsonb_build_object('currency', coalesce(t.currency, 'USD'))
  from (select distinct tenant_id from fact_history where fact = 'documents') own left join tenants t on t.id = own.tenant_id
  where h.fact = 'documents' and h.tenant_id = own.tenant_id and before is not null and not before ? 'isRemoved';
create index documents_by_expired_day on documents (tenant_id, expired_day);
create index documents_by_notice on documents (tenant_id, notice_on);
create index documents_by_notice_passed_day on documents (tenant_id, notice_passed_day);
