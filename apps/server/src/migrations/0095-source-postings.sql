-- Postings of sources come into the book as entries. What a source says stays as its own rows, which count no more once
-- the book follows them: figures are read from what the book has written.

alter table ledger_postings add column is_mirror boolean not null default false;
create index ledger_postings_by_entry on ledger_postings (tenant_id, source, entry_key);

-- Entries of sources whose postings have changed since the book has looked at them.
create table posting_changes (
  tenant_id text not null,
  source text not null,
  entry_key text not null,
  primary key (tenant_id, source, entry_key)
);

-- What became of the entries of sources, by the day of their postings.
create table ledger_arrivals (
  tenant_id text not null,
  source text not null,
  entry_key text not null,
  day date not null,
  postings int not null,
  -- Why it is not in the book as the source says it; null where it is.
  problem text,
  since timestamptz not null,
  tried_at timestamptz not null,
  primary key (tenant_id, source, entry_key, day)
);
create index ledger_arrivals_waiting on ledger_arrivals (tenant_id, since) where problem is not null;

-- Sources that bring one side of entries only, such as a list of payments.
create table ledger_sources (
  tenant_id text not null,
  source text not null,
  is_one_sided boolean not null,
  primary key (tenant_id, source)
);

-- Accounts that sources name are added as long as nobody has made one by hand.
alter table ledger_accounts add column is_from_source boolean not null default false;

do $$
declare
  name text;
begin
  foreach name in array array['posting_changes', 'ledger_arrivals', 'ledger_sources']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))$policy$, name);
  end loop;
end $$;

-- The one way into the book: adds rows to the chain of the tenant that the transaction belongs to, or none of them.
-- `entries` are rows of ledger_entries in the order of the chain, `lines` their lines, and `seal` seals the last mark.
-- Lines of a pending entry stay with it; those of a posting are the ones that its entry has kept. Lines are put together
-- by their entries once: many entries at a time cost no more each than one.
create or replace function write_ledger(before text, entries jsonb, lines jsonb, seal text) returns void language plpgsql
security definer set search_path = public, pg_temp as $$
declare
  tenant constant text := nullif(current_setting('app.tenant_id', true), '');
  head ledger_heads;
  entry ledger_entries;
  other ledger_entries;
  own jsonb;
  grouped jsonb := coalesce((select jsonb_object_agg(entry_id, of_entry) from (
    select line->>'entry_id' as entry_id, jsonb_agg(line) as of_entry from jsonb_array_elements(lines) line group by 1
  ) groups), '{}');
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
    own := coalesce(grouped->(entry.id::text), '[]');
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
