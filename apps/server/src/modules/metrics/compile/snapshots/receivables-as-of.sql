-- $1 = "tenant"
-- $2 = "2026-03-01"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2
  from (
    select side, lvl, d0, r0, r1, null::float8 as r2
    from (
      select 0 as side, lvl, d0, r0, r1
      from (
        select 0 as lvl, d0, sum(x0) as r0, sum(x1) as r1
        from (
          select key1 as d0, sums[1]::float8 as x0, sums[2]::float8 as x1
          from rollup_cells
          where tenant_id = $1 and rollup = 421 and tier = 3 and bucket < $2::date ) cells
        group by d0) part) part
    union all select side, lvl, d0, r0, r1, r2
    from (
      select 0 as side, lvl, d0, r0, r1, r2
      from (
        select 2 as lvl, null::int as d0, r0, r1, r2
        from (
          select 0 as lvl, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2
          from (
            select sums[1]::float8 as x0, sums[2]::float8 as x1, sums[4]::float8 as x2
            from rollup_cells
            where tenant_id = $1 and rollup = 420 and tier = 3 and bucket < $2::date ) cells) whole) part) part) side),
figures as (
  select s.lvl, s.d0, case when (coalesce(s.now_r1, 0))::float8 > 0 then (coalesce(s.now_r0, 0))::float8 / 100 end as m0, coalesce(s.now_r2, 0)::float8 as x0, case when not (coalesce(s.now_r1, 0))::float8 > 0 then 0 end::float8 as v0
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("ageing_bucket")) as "ageing_bucket", array_to_json(array_agg("receivable_balance")) as "receivable_balance", max(x0) as x0, max(v0) as v0
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce((array['Not due', '1-30', '31-60', '61-90', '90+'])[answer.d0], 'Unassigned') end as "ageing_bucket", m0 as "receivable_balance", case when lvl = 2 then x0 end as x0, case when lvl = 2 then v0 end as v0
  from (
    select f.*, 0 as rank
    from figures f
    where (f.lvl = 0) or f.lvl = 2 ) answer
  order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
