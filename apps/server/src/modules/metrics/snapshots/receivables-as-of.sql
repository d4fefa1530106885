-- $1 = "tenant"
-- $2 = "ledger_postings"
-- $3 = "2026-03-01"
with ledger_postings_marks as materialized (
  select day
  from rollup_marks
  where tenant_id = $1 and fact = $2::text),
slots as (
  select lvl, d0, r0 as now_r0
  from (
    select side, lvl, d0, r0
    from (
      select 0 as side, lvl, d0, r0
      from (
        select case when grouping(d0) = 1 then 2 else 0 end as lvl, d0, sum(x0) as r0
        from (
          select key1 as d0, sums[1]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 421 and tier = 3 and bucket < $3::date and bucket <> all (array(
              select distinct date_trunc('month', day::timestamp)::date as start
              from ledger_postings_marks
              where day < $3::date))
          union all select key1 as d0, sums[1]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 421 and tier = 1 and bucket = any (array(
              select generate_series(start, start + interval '1 month' - interval '1 day', '1 day')::date
              from (
                select distinct date_trunc('month', day::timestamp)::date as start
                from ledger_postings_marks
                where day < $3::date) changed)) and bucket <> all (array(
              select day
              from ledger_postings_marks))
          union all select k1 as d0, x0
          from (
            select day, coalesce(ageing, 0) as k1, coalesce(sum((amount_minor)::float8), 0) as x0
            from (
              select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, day as day, 1::smallint as ageing, amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and (due_day is null or day < due_day + 1)
              union all select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, late_1_day as day, 1::smallint as ageing, -amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and day < due_day + 1
              union all select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, late_1_day as day, 2::smallint as ageing, amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and day < due_day + 31
              union all select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, late_31_day as day, 2::smallint as ageing, -amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and day < due_day + 31
              union all select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, late_31_day as day, 3::smallint as ageing, amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and day < due_day + 61
              union all select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, late_61_day as day, 3::smallint as ageing, -amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and day < due_day + 61
              union all select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, late_61_day as day, 4::smallint as ageing, amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and day < due_day + 91
              union all select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, late_91_day as day, 4::smallint as ageing, -amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and day < due_day + 91
              union all select tenant_id, source, source_key, entry_key, account_id, cost_center_id, branch_id, customer_id, supplier_id, text, posted_at, due_day, late_91_day as day, 5::smallint as ageing, amount_minor as amount_minor
              from ledger_postings
              where account_type = 3 and due_day is not null) f
            where tenant_id = $1 and day = any (array(
                select day
                from ledger_postings_marks
                where day < $3::date))
            group by day, k1) facts ) cells
        group by grouping sets ((d0), ())) part) part) side),
figures as (
  select s.lvl, s.d0, case when s.d0 = -1 then 'Other' else coalesce((array['Not due', '1-30', '31-60', '61-90', '90+'])[s.d0], 'Unassigned') end as n0, (coalesce(s.now_r0, 0))::float8 * 0.01 as m0
  from slots s)
select lvl, n0 as "ageing_bucket", m0 as "receivable_balance"
from (
  select f.*, 0 as rank
  from figures f
  where (f.lvl = 0) or f.lvl = 2 ) answer
order by lvl desc, m0 desc nulls last, d0 limit 10002
