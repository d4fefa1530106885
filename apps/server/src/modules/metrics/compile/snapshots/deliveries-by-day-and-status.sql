-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
with slots as (
  select lvl, d0, p, r0 as now_r0, r1 as now_r1, r2 as now_r2
  from (
    select side, lvl, d0, p, r0, null::float8 as r1, null::float8 as r2
    from (
      select 0 as side, lvl, d0, p as p, r0
      from (
        select 0 as lvl, d0, p, x0 as r0
        from (
          select key1 as d0, bucket as p, sums[1]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 2 and tier = 1 and bucket >= $2::date and bucket < $3::date) alone) part) part
    union all select side, lvl, d0, p, r0, r1, r2
    from (
      select 0 as side, lvl, d0, p as p, r0, r1, r2
      from (
        select 2 as lvl, null::int as d0, null::date as p, r0, r1, r2
        from (
          select 0 as lvl, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2
          from (
            select sums[1]::float8 as x0, sums[5]::float8 as x1, sums[6]::float8 as x2
            from rollup_cells
            where tenant_id = $1 and rollup = 1 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells) whole) part) part) side),
figures as (
  select s.lvl, s.d0, s.p, (coalesce(s.now_r0, 0))::float8 as m0, coalesce(s.now_r1, 0)::float8 as x0, coalesce(s.now_r2, 0)::float8 as x1
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("delivery_status")) as "delivery_status", array_to_json(array_agg(period)) as period, array_to_json(array_agg("delivery_count")) as "delivery_count", max(x0) as x0, max(x1) as x1
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce((array['Planned', 'Out for delivery', 'Delivered', 'Failed', 'Returned'])[answer.d0], 'Unassigned') end as "delivery_status", p::date::text as period, m0 as "delivery_count", case when lvl = 2 then x0 end as x0, case when lvl = 2 then x1 end as x1
  from (
    select f.*, 0 as rank
    from figures f
    where (f.lvl = 0) or f.lvl = 2 ) answer
  order by p nulls first, m0 desc nulls last, d0 limit 10002) answer
