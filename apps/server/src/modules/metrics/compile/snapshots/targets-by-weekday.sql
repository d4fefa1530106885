-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2, r3 as now_r3
  from (
    select side, lvl, d0, sum(r0) as r0, sum(r1) as r1, sum(r2) as r2, sum(r3) as r3
    from (
      select side, lvl, d0, r0, null::float8 as r1, null::float8 as r2, null::float8 as r3
      from (
        select 0 as side, lvl, d0, r0
        from (
          select 0 as lvl, d0, sum(x0) as r0
          from (
            select extract(isodow from bucket)::int as d0, sums[1]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 200 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells
          group by d0) part) part
      union all select side, lvl, d0, r0, null::float8 as r1, r2, null::float8 as r3
      from (
        select 0 as side, lvl, d0, r0, r2
        from (
          select 2 as lvl, null::int as d0, r0, r2
          from (
            select 0 as lvl, sum(x0) as r0, sum(x1) as r2
            from (
              select sums[1]::float8 as x0, sums[21]::float8 as x1
              from rollup_cells
              where tenant_id = $1 and rollup = 200 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells) whole) part) part
      union all select side, lvl, d0, null::float8 as r0, r1, null::float8 as r2, null::float8 as r3
      from (
        select 0 as side, lvl, d0, r1
        from (
          select 0 as lvl, d0, sum(x0) as r1
          from (
            select extract(isodow from bucket)::int as d0, sums[1]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 250 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells
          group by d0) part) part
      union all select side, lvl, d0, null::float8 as r0, r1, null::float8 as r2, r3
      from (
        select 0 as side, lvl, d0, r1, r3
        from (
          select 2 as lvl, null::int as d0, r1, r3
          from (
            select 0 as lvl, sum(x0) as r1, sum(x1) as r3
            from (
              select sums[1]::float8 as x0, sums[2]::float8 as x1
              from rollup_cells
              where tenant_id = $1 and rollup = 250 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells) whole) part) part ) parts
    group by side, lvl, d0) side),
figures as (
  select s.lvl, s.d0, (coalesce(s.now_r0, 0))::float8 / nullif((coalesce(s.now_r1, 0))::float8, 0) as m0, coalesce(s.now_r2, 0)::float8 as x0, coalesce(s.now_r3, 0)::float8 as x1, case when not (coalesce(s.now_r1, 0))::float8 > 0 then 0 end::float8 as v0
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("day_of_week")) as "day_of_week", array_to_json(array_agg("target_attainment")) as "target_attainment", max(x0) as x0, max(x1) as x1, max(v0) as v0
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce((array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])[answer.d0], 'Unassigned') end as "day_of_week", m0 as "target_attainment", case when lvl = 2 then x0 end as x0, case when lvl = 2 then x1 end as x1, case when lvl = 2 then v0 end as v0
  from (
    select f.*, 0 as rank
    from figures f
    where (f.lvl = 0) or f.lvl = 2 ) answer
  order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
