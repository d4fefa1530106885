-- The book of each tenant. What is booked comes in through `write_ledger` alone: the application's role reads the
-- entries, their lines and the sums of days, and can neither add to them nor change them.

create table ledger_accounts (
  tenant_id text not null,
  id uuid not null,
  code text not null check (length(code) between 1 and 40),
  name text not null check (length(name) between 1 and 120),
  -- The name that figures know the account by, however it is called later.
  member text not null,
  type text not null check (
    type in ('receivable', 'cash', 'asset', 'payable', 'liability', 'equity', 'income', 'expense')
  ),
  -- Null where it takes postings of every currency.
  currency text check (currency ~ '^[A-Z]{3}$'),
  party_kind text check (party_kind in ('customer', 'supplier', 'driver', 'branch')),
  party text check ((party is null) = (party_kind is null)),
  is_open boolean not null default true,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index ledger_accounts_by_code on ledger_accounts (tenant_id, lower(code));
create unique index ledger_accounts_by_name on ledger_accounts (tenant_id, lower(name));
create unique index ledger_accounts_by_member on ledger_accounts (tenant_id, lower(member));

-- One row for each thing that was done in the book, in the order of the chain. `entry` and `reversal` have lines; a
-- `posting` makes the pending entry that it is about count, a `void` ends it.
create table ledger_entries (
  tenant_id text not null,
  id uuid not null,
  seq bigint not null,
  kind text not null check (kind in ('entry', 'reversal', 'posting', 'void')),
  about uuid,
  is_pending boolean not null,
  needs_approval boolean not null,
  -- The caller's own key, and what was said with it.
  key text,
  fingerprint text,
  posting_day date not null,
  value_day date not null,
  text text not null,
  reference text,
  source text not null,
  cause jsonb,
  base_currency text,
  rates jsonb,
  -- The lines of a pending entry, which count only from its posting on.
  pending_lines jsonb,
  created_at timestamptz not null,
  created_by text,
  mark text not null,
  primary key (tenant_id, id),
  unique (tenant_id, seq),
  unique (tenant_id, key),
  foreign key (tenant_id, about) references ledger_entries,
  check ((kind = 'entry') = (about is null)),
  check (is_pending = (pending_lines is not null)),
  check ((kind in ('entry', 'reversal')) = (key is not null))
);
create unique index ledger_entries_resolved_once on ledger_entries (tenant_id, about)
  where kind in ('posting', 'void');
create index ledger_entries_reversals on ledger_entries (tenant_id, about) where kind = 'reversal';
create index ledger_entries_by_reference on ledger_entries (tenant_id, reference) where reference is not null;

-- What counts: a debit is above zero, a credit below.
create table ledger_lines (
  tenant_id text not null,
  account_id uuid not null,
  currency text not null,
  posting_day date not null,
  seq bigint not null,
  line smallint not null,
  entry_id uuid not null,
  value_day date not null,
  amount_minor bigint not null,
  -- The same in the tenant's currency, by the rate that is stored with the entry.
  base_minor bigint,
  due_day date,
  customer text,
  supplier text,
  driver text,
  branch text,
  cost_center text,
  text text,
  primary key (tenant_id, account_id, currency, posting_day, seq, line),
  foreign key (tenant_id, account_id) references ledger_accounts,
  foreign key (tenant_id, entry_id) references ledger_entries
);
create unique index ledger_lines_by_entry on ledger_lines (tenant_id, entry_id, line);
create index ledger_lines_by_customer on ledger_lines (tenant_id, customer, posting_day) where customer is not null;
create index ledger_lines_by_supplier on ledger_lines (tenant_id, supplier, posting_day) where supplier is not null;
create index ledger_lines_by_driver on ledger_lines (tenant_id, driver, posting_day) where driver is not null;
create index ledger_lines_by_branch on ledger_lines (tenant_id, branch, posting_day) where branch is not null;

-- What the lines of a day sum up to, so that a balance takes one row a day.
create table ledger_day_sums (
  tenant_id text not null,
  account_id uuid not null,
  currency text not null,
  day date not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  line_count int not null,
  primary key (tenant_id, account_id, currency, day)
);

-- The newest row of the chain, sealed.
create table ledger_heads (
  tenant_id text primary key,
  seq bigint not null,
  mark text not null,
  seal text not null
);

-- Months that somebody has closed or asked to close; all others are open.
create table ledger_periods (
  tenant_id text not null,
  month date not null check (extract(day from month) = 1),
  state text not null check (state in ('open', 'closing', 'closed', 'reopening')),
  asked_by text,
  asked_at timestamptz,
  decided_by text,
  decided_at timestamptz,
  primary key (tenant_id, month)
);

create table ledger_settings (
  tenant_id text primary key,
  -- From this amount on, in the tenant's currency, an entry takes a second person; null for none.
  approval_minor bigint check (approval_minor > 0)
);

do $$
declare
  name text;
begin
  foreach name in array array['ledger_accounts', 'ledger_entries', 'ledger_lines', 'ledger_day_sums', 'ledger_heads',
    'ledger_periods', 'ledger_settings']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))$policy$, name);
  end loop;
end $$;
revoke insert, update, delete, truncate on ledger_entries, ledger_lines, ledger_day_sums, ledger_heads from console_app;

-- The one way into the book: adds rows to the chain of the tenant that the transaction belongs to, or none of them.
-- `entries` are rows of ledger_entries in the order of the chain, `lines` their lines, and `seal` seals the last mark.
-- Lines of a pending entry stay with it; those of a posting are the ones that its entry has kept.
create function write_ledger(before text, entries jsonb, lines jsonb, seal text) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  tenant constant text := nullif(current_setting('app.tenant_id', true), '');
  head ledger_heads;
  entry ledger_entries;
  other ledger_entries;
  own jsonb;
begin
  if tenant is null then
    raise exception 'the book belongs to a tenant' using errcode = 'LG000';
  end if;
  insert into ledger_heads values (tenant, 0, '', '') on conflict do nothing;
  select * into head from ledger_heads h where h.tenant_id = tenant for update;
  if head.mark <> before then
    raise exception 'the chain has gone on' using errcode = 'LG001';
  end if;
  for entry in select * from jsonb_populate_recordset(null::ledger_entries, entries) loop
    entry.tenant_id := tenant;
    if entry.seq <> head.seq + 1 or entry.mark in ('', head.mark) then
      raise exception 'entry % does not follow the chain', entry.seq using errcode = 'LG001';
    end if;
    own := coalesce((select jsonb_agg(line) from jsonb_array_elements(lines) line
      where (line->>'entry_id')::uuid = entry.id), '[]');
    other := null;
    if entry.about is not null then
      select * into other from ledger_entries e where e.tenant_id = tenant and e.id = entry.about;
      if other.id is null or other.kind not in ('entry', 'reversal') then
        raise exception 'entry % is about no entry', entry.seq using errcode = 'LG002';
      end if;
    end if;
    if entry.kind = 'reversal' then
      if not exists (select from ledger_lines l where l.tenant_id = tenant and l.entry_id = other.id) then
        raise exception 'what does not count is not reversed' using errcode = 'LG002';
      end if;
      if exists (select from ledger_entries r where r.tenant_id = tenant and r.about = other.id and r.kind = 'reversal'
        and not exists (select from ledger_entries v where v.tenant_id = tenant and v.about = r.id and v.kind = 'void'))
      then
        raise exception 'entry % is reversed already', other.seq using errcode = 'LG003';
      end if;
    end if;
    if entry.kind in ('posting', 'void') then
      if not other.is_pending then
        raise exception 'entry % is not pending', other.seq using errcode = 'LG002';
      end if;
      if entry.kind = 'posting' and other.needs_approval and entry.created_by is not distinct from other.created_by then
        raise exception 'entry % needs a second person', other.seq using errcode = 'LG004';
      end if;
    end if;
    if entry.is_pending and own <> '[]' then
      raise exception 'lines of a pending entry do not count' using errcode = 'LG002';
    end if;
    own := case
      when entry.is_pending then entry.pending_lines
      when entry.kind = 'posting' then other.pending_lines
      else own
    end;
    if entry.kind <> 'void' then
      perform check_ledger_lines(tenant, own, case when entry.is_pending then null else entry.posting_day end);
    end if;
    if entry.kind = 'reversal' and exists (
      (select l.line, l.account_id, l.currency, -l.amount_minor, -l.base_minor from ledger_lines l
        where l.tenant_id = tenant and l.entry_id = other.id)
      except
      (select l.line, l.account_id, l.currency, l.amount_minor, l.base_minor
        from jsonb_populate_recordset(null::ledger_lines, own) l)
    ) or entry.kind = 'reversal' and jsonb_array_length(own)
      <> (select count(*) from ledger_lines l where l.tenant_id = tenant and l.entry_id = other.id)
    then
      raise exception 'a reversal is the opposite of its entry' using errcode = 'LG002';
    end if;
    insert into ledger_entries select entry.*;
    if not entry.is_pending and entry.kind <> 'void' then
      insert into ledger_lines
        select tenant, l.account_id, l.currency, entry.posting_day, entry.seq, l.line,
          case entry.kind when 'posting' then other.id else entry.id end,
          case entry.kind when 'posting' then other.value_day else entry.value_day end,
          l.amount_minor, l.base_minor, l.due_day, l.customer, l.supplier, l.driver, l.branch, l.cost_center, l.text
        from jsonb_populate_recordset(null::ledger_lines, own) l;
      insert into ledger_day_sums as sums
        select tenant, l.account_id, l.currency, entry.posting_day,
          sum(greatest(l.amount_minor, 0)), sum(greatest(-l.amount_minor, 0)), count(*)
        from jsonb_populate_recordset(null::ledger_lines, own) l
        group by l.account_id, l.currency order by l.account_id, l.currency
        on conflict (tenant_id, account_id, currency, day) do update set
          debit_minor = sums.debit_minor + excluded.debit_minor,
          credit_minor = sums.credit_minor + excluded.credit_minor,
          line_count = sums.line_count + excluded.line_count;
    end if;
    head.seq := entry.seq;
    head.mark := entry.mark;
  end loop;
  update ledger_heads h set seq = head.seq, mark = head.mark, seal = write_ledger.seal where h.tenant_id = tenant;
end $$;

-- What every entry must be: two lines or more that sum up to zero in each currency, to open accounts, in an open month.
create function check_ledger_lines(tenant text, own jsonb, posting_day date) returns void language plpgsql as $$
begin
  if own is null or jsonb_array_length(own) < 2 then
    raise exception 'an entry has two lines or more' using errcode = 'LG005';
  end if;
  if exists (select from jsonb_populate_recordset(null::ledger_lines, own) l
    where coalesce(l.amount_minor, 0) = 0 or abs(l.amount_minor) > 1000000000000000)
  then
    raise exception 'an amount is missing or too large' using errcode = 'LG005';
  end if;
  if exists (select from jsonb_populate_recordset(null::ledger_lines, own) l group by l.currency
      having sum(l.amount_minor) <> 0)
    or (select coalesce(sum(l.base_minor), 0) <> 0 or count(l.base_minor) not in (0, count(*))
      from jsonb_populate_recordset(null::ledger_lines, own) l)
  then
    raise exception 'the entry does not balance' using errcode = 'LG005';
  end if;
  perform from ledger_accounts a where a.tenant_id = tenant
    and a.id in (select l.account_id from jsonb_populate_recordset(null::ledger_lines, own) l) order by a.id for share;
  if exists (select from jsonb_populate_recordset(null::ledger_lines, own) l
    left join ledger_accounts a on a.tenant_id = tenant and a.id = l.account_id
    where a.id is null or not a.is_open or l.currency is null or coalesce(a.currency, l.currency) <> l.currency)
  then
    raise exception 'an account is unknown, closed, or of another currency' using errcode = 'LG006';
  end if;
  if posting_day is not null and exists (select from ledger_periods p where p.tenant_id = tenant
    and p.month = date_trunc('month', posting_day)::date and p.state in ('closed', 'reopening'))
  then
    raise exception 'the month of % is closed', posting_day using errcode = 'LG007';
  end if;
end $$;

-- Removes the book of a tenant whose time to be kept is over, and of no other.
create function remove_ledger() returns jsonb language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  tenant constant text := nullif(current_setting('app.tenant_id', true), '');
  removed jsonb := '{}';
  name text;
  rows bigint;
begin
  if not exists (select from tenants t where t.id = tenant and t.state = 'leaving') then
    raise exception 'the book of a tenant goes with the tenant' using errcode = 'LG008';
  end if;
  foreach name in array array['ledger_lines', 'ledger_day_sums', 'ledger_entries', 'ledger_heads'] loop
    execute format('delete from %I where tenant_id = $1', name) using tenant;
    get diagnostics rows = row_count;
    removed := removed || jsonb_build_object(name, rows);
  end loop;
  return removed;
end $$;

-- The tenants that have a book, for whoever checks all of them. As with list_audit_chains, nobody else sees the wall lifted.
create function list_ledgers() returns setof text language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '2s' as $$
begin
  alter table ledger_heads no force row level security;
  alter table ledger_entries no force row level security;
  return query select h.tenant_id from ledger_heads h
    union select distinct e.tenant_id from ledger_entries e;
  alter table ledger_heads force row level security;
  alter table ledger_entries force row level security;
end $$;

revoke all on function write_ledger, remove_ledger, list_ledgers, check_ledger_lines from public;
grant execute on function write_ledger, remove_ledger, list_ledgers to console_app;
