-- Postings by their entry, with the entry before the source: beginning like the primary key, the former index was taken for
-- looks at single keys as long as the table had no statistics, and each look then walked all postings of the source.

create index ledger_postings_by_entry_key on ledger_postings (tenant_id, entry_key, source);
drop index ledger_postings_by_entry;
alter index ledger_postings_by_entry_key rename to ledger_postings_by_entry;
