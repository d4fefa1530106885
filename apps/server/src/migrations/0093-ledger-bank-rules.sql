-- What is posted from lines of the bank, by hand or by rules, and the rows of files that were not taken.

alter table ledger_bank_lines
  -- The line of the book that was posted from it. While its entry is pending, the line of the bank waits.
  add column posted_entry_id uuid,
  add column posted_line smallint,
  -- Why a rule that fits has not posted it.
  add column rule_problem text,
  add foreign key (tenant_id, posted_entry_id) references ledger_entries,
  add check ((posted_entry_id is null) = (posted_line is null));
create index ledger_bank_lines_by_import on ledger_bank_lines (tenant_id, import_id);

-- A line of the book is one line of the bank, or a part of one.
create unique index ledger_bank_matches_once on ledger_bank_matches (tenant_id, entry_id, line) where undone_at is null;

create table ledger_bank_rejects (
  tenant_id text not null,
  import_id uuid not null,
  row_number int not null,
  reason text not null,
  -- The row as it came, shortened.
  content text not null,
  primary key (tenant_id, import_id, row_number),
  foreign key (tenant_id, import_id) references ledger_bank_imports
);

create table ledger_bank_rules (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  name text not null check (length(name) between 1 and 120),
  -- What a line must be like; null where it does not matter.
  text_contains text,
  counterparty_contains text,
  direction text check (direction in ('in', 'out')),
  least_minor bigint check (least_minor >= 0),
  most_minor bigint check (most_minor >= 0),
  -- What is posted: the other side of the entry.
  counter_account_id uuid not null,
  party_kind text check (party_kind in ('customer', 'supplier', 'driver', 'branch')),
  party text check ((party is null) = (party_kind is null)),
  entry_text text,
  is_on boolean not null,
  -- What the rule said when it was tried last: only that can be switched on.
  tried_fingerprint text,
  tried_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references ledger_accounts,
  foreign key (tenant_id, counter_account_id) references ledger_accounts
);
create unique index ledger_bank_rules_by_name on ledger_bank_rules (tenant_id, account_id, lower(name));

do $$
declare
  name text;
begin
  foreach name in array array['ledger_bank_rejects', 'ledger_bank_rules']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))$policy$, name);
  end loop;
end $$;
