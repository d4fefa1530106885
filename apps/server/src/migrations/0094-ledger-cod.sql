-- What finished deliveries post by rules, and how cash on delivery goes from the driver to the safe, the bank and the
-- merchant.

create table ledger_rules (
  tenant_id text not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 120),
  is_on boolean not null default false,
  -- The first day whose deliveries it is about as it is now.
  since date not null,
  content jsonb not null,
  -- How it was before, each with its first day, the newest last: what was delivered then follows it still.
  earlier jsonb not null default '[]',
  -- Of the content that was tried last, and when.
  tried_fingerprint text,
  tried_at timestamptz,
  created_at timestamptz not null,
  created_by text,
  changed_at timestamptz not null,
  changed_by text,
  primary key (tenant_id, id)
);
create unique index ledger_rules_by_name on ledger_rules (tenant_id, lower(name));

-- Up to when deliveries have been followed.
create table ledger_rule_cursors (
  tenant_id text primary key,
  followed_to timestamptz not null
);

-- What a rule could not post, until it can or need not.
create table ledger_rule_problems (
  tenant_id text not null,
  rule_id uuid not null,
  source text not null,
  source_key text not null,
  reason text not null,
  since timestamptz not null,
  primary key (tenant_id, rule_id, source, source_key),
  foreign key (tenant_id, rule_id) references ledger_rules on delete cascade
);

-- Cash that a driver has brought.
create table ledger_hand_ins (
  tenant_id text not null,
  id uuid not null,
  key text not null,
  fingerprint text not null,
  entry_id uuid not null,
  driver text not null,
  branch text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  safe_account_id uuid not null,
  expected_minor bigint not null,
  counted_minor bigint not null check (counted_minor >= 0),
  denominations jsonb not null,
  reason text,
  created_at timestamptz not null,
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, entry_id) references ledger_entries,
  foreign key (tenant_id, safe_account_id) references ledger_accounts,
  check (counted_minor = expected_minor or reason is not null)
);
create index ledger_hand_ins_by_driver on ledger_hand_ins (tenant_id, driver, created_at);
create index ledger_hand_ins_by_entry on ledger_hand_ins (tenant_id, entry_id);

-- The days of collection that it is about; what was counted fills the oldest first.
create table ledger_hand_in_days (
  tenant_id text not null,
  hand_in_id uuid not null,
  account_id uuid not null,
  day date not null,
  expected_minor bigint not null,
  counted_minor bigint not null,
  primary key (tenant_id, hand_in_id, account_id, day),
  foreign key (tenant_id, hand_in_id) references ledger_hand_ins,
  foreign key (tenant_id, account_id) references ledger_accounts
);

-- Cash that was brought from the safe to the bank.
create table ledger_deposits (
  tenant_id text not null,
  id uuid not null,
  key text not null,
  fingerprint text not null,
  entry_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  safe_account_id uuid not null,
  bank_account_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  reference text,
  created_at timestamptz not null,
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, entry_id) references ledger_entries,
  foreign key (tenant_id, safe_account_id) references ledger_accounts,
  foreign key (tenant_id, bank_account_id) references ledger_accounts
);
create index ledger_deposits_by_entry on ledger_deposits (tenant_id, entry_id);

-- The hand-ins that its cash came from.
create table ledger_deposit_parts (
  tenant_id text not null,
  deposit_id uuid not null,
  hand_in_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (tenant_id, deposit_id, hand_in_id),
  foreign key (tenant_id, deposit_id) references ledger_deposits,
  foreign key (tenant_id, hand_in_id) references ledger_hand_ins
);
create index ledger_deposit_parts_by_hand_in on ledger_deposit_parts (tenant_id, hand_in_id);

-- What was paid to a merchant or a driver.
create table ledger_payouts (
  tenant_id text not null,
  id uuid not null,
  key text not null,
  fingerprint text not null,
  entry_id uuid not null,
  party_kind text not null check (party_kind in ('customer', 'driver')),
  party text not null,
  account_id uuid not null,
  bank_account_id uuid not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount_minor bigint not null check (amount_minor > 0),
  reference text,
  settlement_id uuid,
  created_at timestamptz not null,
  created_by text,
  primary key (tenant_id, id),
  unique (tenant_id, key),
  foreign key (tenant_id, entry_id) references ledger_entries,
  foreign key (tenant_id, account_id) references ledger_accounts,
  foreign key (tenant_id, bank_account_id) references ledger_accounts,
  foreign key (tenant_id, settlement_id) references ledger_settlements
);
create index ledger_payouts_by_party on ledger_payouts (tenant_id, party_kind, party, created_at);
create index ledger_payouts_by_entry on ledger_payouts (tenant_id, entry_id);

-- The lines that it pays, with their sign in the book.
create table ledger_payout_lines (
  tenant_id text not null,
  payout_id uuid not null,
  entry_id uuid not null,
  line smallint not null,
  amount_minor bigint not null check (amount_minor <> 0),
  primary key (tenant_id, payout_id, entry_id, line),
  foreign key (tenant_id, payout_id) references ledger_payouts,
  foreign key (tenant_id, entry_id) references ledger_entries
);
create index ledger_payout_lines_by_entry on ledger_payout_lines (tenant_id, entry_id, line);

-- Why the cash of a driver's day does not match, and who sees to it. One that was taken back stays.
create table ledger_cod_explanations (
  tenant_id text not null,
  id uuid not null,
  -- Empty where the lines name nobody.
  driver text not null,
  day date not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  reason text not null,
  owner text not null,
  -- How the day stood then: when it stands otherwise it takes another explanation.
  standing text not null,
  explained_at timestamptz not null,
  explained_by text,
  taken_back_at timestamptz,
  taken_back_by text,
  primary key (tenant_id, id)
);
create unique index ledger_cod_explanations_once on ledger_cod_explanations (tenant_id, driver, day, currency)
  where taken_back_at is null;

do $$
declare
  name text;
begin
  foreach name in array array['ledger_rules', 'ledger_rule_cursors', 'ledger_rule_problems', 'ledger_hand_ins',
    'ledger_hand_in_days', 'ledger_deposits', 'ledger_deposit_parts', 'ledger_payouts', 'ledger_payout_lines',
    'ledger_cod_explanations']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))$policy$, name);
  end loop;
end $$;
