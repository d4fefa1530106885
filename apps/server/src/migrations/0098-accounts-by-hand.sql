-- Accounts that the product suggests for cash on delivery are no more made by hand than those that sources name.

alter table ledger_accounts add column is_by_hand boolean not null default true;
update ledger_accounts set is_by_hand = not is_from_source;
-- The suggested ones have come together, in one transaction.
update ledger_accounts a set is_by_hand = false
where purpose is not null and exists (
  select from ledger_accounts other where other.tenant_id = a.tenant_id and other.id <> a.id
    and other.purpose is not null and other.created_at = a.created_at
);
alter table ledger_accounts drop column is_from_source;
