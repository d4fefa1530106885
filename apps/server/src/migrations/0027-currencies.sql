-- The currency that a row's amounts are in. Amounts are never converted: rows keep the currency that they came with, also
-- when their tenant takes another one. Until now every amount was read in its tenant's currency.
do $$
declare
  fact text;
  usual text;
begin
  -- The currency of most rows is the column's default for a moment, so that only the others are written.
  select coalesce(t.currency, 'USD') into usual
    from tenant_volumes v left join tenants t on t.id = v.tenant_id
    group by 1 order by sum(v.rows) desc limit 1;
  usual := coalesce(usual, 'USD');
  foreach fact in array array[
    'delivery_tasks', 'stock_items', 'stock_movements', 'sale_lines', 'sales_targets', 'ledger_postings'
  ] loop
    execute format('alter table %I add column currency text not null default %L', fact, usual);
    execute format('alter table %I alter column currency drop default', fact);
    execute format(
      'update %I f set currency = own.currency
        from (
          select tenant_id, coalesce(t.currency, ''USD'') as currency
          from (select distinct tenant_id from %I) present left join tenants t on t.id = tenant_id
        ) own
        where f.tenant_id = own.tenant_id and own.currency <> %L',
      fact, fact, usual
    );
    execute format('alter table %I add constraint %I check (currency ~ ''^[A-Z]{3}$'')', fact, fact || '_currency_check');
    -- Rows that undoing a load brings back need it too.
    execute format(
      'update fact_history h set before = before || jsonb_build_object(''currency'', coalesce(t.currency, ''USD''))
        from (select distinct tenant_id from fact_history where fact = %L) own left join tenants t on t.id = own.tenant_id
        where h.fact = %L and h.tenant_id = own.tenant_id and before is not null and not before ? ''isRemoved''',
      fact, fact
    );
  end loop;
end $$;
