-- Where customers pay to, as it stands on statements.
alter table ledger_settings add column bank_details text check (length(bank_details) between 1 and 500);
