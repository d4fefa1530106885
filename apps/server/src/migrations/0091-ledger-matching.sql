-- What an account is used for by the flows of cash on delivery, what is settled with what, and what banks and couriers
-- say of an account.

alter table ledger_accounts add column purpose text check (
  purpose in ('cod_with_driver', 'cod_in_safe', 'bank', 'cod_owed', 'driver_wallet', 'delivery_fee', 'cod_fee',
    'driver_pay', 'short_over', 'tax')
);

-- Lines of one account and currency that settle each other. One that was undone stays, with who did it.
create table ledger_settlements (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  created_at timestamptz not null,
  created_by text,
  undone_at timestamptz,
  undone_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, account_id) references ledger_accounts
);

-- How much of each line: with the sign of the line, never more than it, and zero over a settlement.
create table ledger_settlement_lines (
  tenant_id text not null,
  settlement_id uuid not null,
  entry_id uuid not null,
  line smallint not null,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (tenant_id, settlement_id, entry_id, line),
  foreign key (tenant_id, settlement_id) references ledger_settlements,
  foreign key (tenant_id, entry_id) references ledger_entries
);
create index ledger_settlement_lines_by_entry on ledger_settlement_lines (tenant_id, entry_id, line);

-- Files of banks and couriers about an account of the book.
create table ledger_bank_imports (
  tenant_id text not null,
  id uuid not null,
  account_id uuid not null,
  file_name text not null,
  -- Of the whole file: the same file is taken once.
  content_hash text not null,
  mapping jsonb not null,
  rows_read int not null,
  rows_written int not null,
  rows_duplicate int not null,
  rows_rejected int not null,
  created_at timestamptz not null,
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, content_hash),
  foreign key (tenant_id, account_id) references ledger_accounts
);

create table ledger_bank_lines (
  tenant_id text not null,
  id uuid not null,
  import_id uuid not null,
  account_id uuid not null,
  row_number int not null,
  day date not null,
  -- What came in is above zero, what went out below: as it stands on the account in the book.
  amount_minor bigint not null check (amount_minor <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  text text not null,
  reference text,
  counterparty text,
  -- Of what the line says and how often it was said before in its file: the same line is taken once.
  fingerprint text not null,
  -- Why it needs no entry, where somebody has said so.
  explanation text,
  explained_at timestamptz,
  explained_by text,
  primary key (tenant_id, id),
  unique (tenant_id, account_id, fingerprint),
  foreign key (tenant_id, import_id) references ledger_bank_imports,
  foreign key (tenant_id, account_id) references ledger_accounts
);
create index ledger_bank_lines_by_day on ledger_bank_lines (tenant_id, account_id, day, row_number);

-- Which line of the book a line of the bank is. One that was undone stays, with who did it.
create table ledger_bank_matches (
  tenant_id text not null,
  id uuid not null,
  bank_line_id uuid not null,
  entry_id uuid not null,
  line smallint not null,
  amount_minor bigint not null check (amount_minor <> 0),
  -- Why they belong together, as it was suggested or said.
  reason text not null,
  matched_at timestamptz not null,
  matched_by text,
  undone_at timestamptz,
  undone_by text,
  primary key (tenant_id, id),
  foreign key (tenant_id, bank_line_id) references ledger_bank_lines,
  foreign key (tenant_id, entry_id) references ledger_entries
);
create index ledger_bank_matches_by_bank_line on ledger_bank_matches (tenant_id, bank_line_id) where undone_at is null;
create index ledger_bank_matches_by_entry on ledger_bank_matches (tenant_id, entry_id, line) where undone_at is null;

-- The entry that stands for a thing outside the book: when that changes, it is reversed and another takes its place.
create table ledger_kept_entries (
  tenant_id text not null,
  key text not null,
  revision int not null,
  -- Null where nothing stands for it any more.
  entry_id uuid,
  fingerprint text,
  primary key (tenant_id, key),
  foreign key (tenant_id, entry_id) references ledger_entries
);

do $$
declare
  name text;
begin
  foreach name in array array['ledger_settlements', 'ledger_settlement_lines', 'ledger_bank_imports',
    'ledger_bank_lines', 'ledger_bank_matches', 'ledger_kept_entries']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))$policy$, name);
  end loop;
end $$;
