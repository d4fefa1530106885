-- $1 = "tenant"
-- $2 = "2026-01-01"
-- $3 = "2026-03-01"
-- $4 = "2026-03-19"
-- $5 = ["2026-02-19","2026-02-20","2026-02-21","2026-02-22","2026-02-23","2026-02-24","2026-02-25","2026-02-26","2026-02-27","2026-02-28","2026-03-01","2026-03-02","2026-03-03","2026-03-04","2026-03-05","2026-03-06","2026-03-07","2026-03-08","2026-03-09","2026-03-10","2026-03-11","2026-03-12","2026-03-13","2026-03-14","2026-03-15","2026-03-16","2026-03-17","2026-03-18"]
-- $6 = "category"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2, r3 as now_r3, r4 as now_r4, r5 as now_r5, r6 as now_r6, r7 as now_r7
  from (
    select side, lvl, d0, sum(r0) as r0, sum(r1) as r1, sum(r2) as r2, sum(r3) as r3, sum(r4) as r4, sum(r5) as r5, sum(r6) as r6, sum(r7) as r7
    from (
      select side, lvl, d0, r0, null::float8 as r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, null::float8 as r5, null::float8 as r6, null::float8 as r7
      from (
        select 0 as side, lvl, d0, r0
        from (
          select 0 as lvl, d0, sum(x0) as r0
          from (
            select key1 as d0, sums[9]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 105 and tier = 3 and bucket >= $2::date and bucket < $3::date
            union all select key1 as d0, sums[9]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 105 and tier = 1 and bucket >= $3::date and bucket < $4::date ) cells
          group by d0) part) part
      union all select side, lvl, d0, r0, null::float8 as r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, null::float8 as r5, null::float8 as r6, null::float8 as r7
      from (
        select 0 as side, lvl, d0, r0
        from (
          select 2 as lvl, null::int as d0, r0
          from (
            select 0 as lvl, sum(x0) as r0
            from (
              select sums[9]::float8 as x0
              from rollup_cells
              where tenant_id = $1 and rollup = 100 and tier = 3 and bucket >= $2::date and bucket < $3::date
              union all select sums[9]::float8 as x0
              from rollup_cells
              where tenant_id = $1 and rollup = 100 and tier = 1 and bucket >= $3::date and bucket < $4::date ) cells) whole) part) part
      union all select side, lvl, d0, null::float8 as r0, r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, null::float8 as r5, null::float8 as r6, null::float8 as r7
      from (
        select 0 as side, lvl, d0, r1
        from (
          select 0 as lvl, d0, sum(x0) as r1
          from (
            select key1 as d0, sums[2]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 105 and tier = 3 and bucket < $2::date ) cells
          group by d0) part) part
      union all select side, lvl, d0, null::float8 as r0, r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, null::float8 as r5, null::float8 as r6, null::float8 as r7
      from (
        select 0 as side, lvl, d0, r1
        from (
          select 2 as lvl, null::int as d0, r1
          from (
            select 0 as lvl, sum(x0) as r1
            from (
              select sums[2]::float8 as x0
              from rollup_cells
              where tenant_id = $1 and rollup = 100 and tier = 3 and bucket < $2::date ) cells) whole) part) part
      union all select side, lvl, d0, null::float8 as r0, null::float8 as r1, r2, r3, r4, null::float8 as r5, r6, null::float8 as r7
      from (
        select 0 as side, lvl, d0, r2, r3, r4, r6
        from (
          select 0 as lvl, d0, sum(x0) as r2, sum(x1) as r3, sum(x2) as r4, sum(x3) as r6
          from (
            select key1 as d0, sums[2]::float8 as x0, sums[4]::float8 as x1, sums[1]::float8 as x2, sums[3]::float8 as x3
            from rollup_cells
            where tenant_id = $1 and rollup = 105 and tier = 3 and bucket < $3::date
            union all select key1 as d0, sums[2]::float8 as x0, sums[4]::float8 as x1, sums[1]::float8 as x2, sums[3]::float8 as x3
            from rollup_cells
            where tenant_id = $1 and rollup = 105 and tier = 1 and bucket >= $3::date and bucket < $4::date ) cells
          group by d0) part) part
      union all select side, lvl, d0, null::float8 as r0, null::float8 as r1, r2, r3, r4, null::float8 as r5, r6, r7
      from (
        select 0 as side, lvl, d0, r2, r3, r4, r6, r7
        from (
          select 2 as lvl, null::int as d0, r2, r3, r4, r6, r7
          from (
            select 0 as lvl, sum(x0) as r2, sum(x1) as r3, sum(x2) as r4, sum(x3) as r6, sum(x4) as r7
            from (
              select sums[2]::float8 as x0, sums[4]::float8 as x1, sums[1]::float8 as x2, sums[3]::float8 as x3, sums[15]::float8 as x4
              from rollup_cells
              where tenant_id = $1 and rollup = 100 and tier = 3 and bucket < $3::date
              union all select sums[2]::float8 as x0, sums[4]::float8 as x1, sums[1]::float8 as x2, sums[3]::float8 as x3, sums[15]::float8 as x4
              from rollup_cells
              where tenant_id = $1 and rollup = 100 and tier = 1 and bucket >= $3::date and bucket < $4::date ) cells) whole) part) part
      union all select side, lvl, d0, null::float8 as r0, null::float8 as r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, r5, null::float8 as r6, null::float8 as r7
      from (
        select 0 as side, lvl, d0, r5
        from (
          select 0 as lvl, d0, sum(x0) as r5
          from (
            select key1 as d0, sums[7]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 105 and tier = 1 and bucket = any ($5::date[]) ) cells
          group by d0) part) part
      union all select side, lvl, d0, null::float8 as r0, null::float8 as r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, r5, null::float8 as r6, null::float8 as r7
      from (
        select 0 as side, lvl, d0, r5
        from (
          select 2 as lvl, null::int as d0, r5
          from (
            select 0 as lvl, sum(x0) as r5
            from (
              select sums[7]::float8 as x0
              from rollup_cells
              where tenant_id = $1 and rollup = 100 and tier = 1 and bucket = any ($5::date[]) ) cells) whole) part) part ) parts
    group by side, lvl, d0) side),
figures as (
  select s.lvl, s.d0, case when (coalesce(s.now_r3, 0))::float8 > 0 and (coalesce(s.now_r0, 0))::float8 / nullif((coalesce(s.now_r1, 0) + coalesce(s.now_r2, 0))::float8, 0) * 2 >= 0 then (coalesce(s.now_r0, 0))::float8 / nullif((coalesce(s.now_r1, 0) + coalesce(s.now_r2, 0))::float8, 0) * 2 end as m0, case when (coalesce(s.now_r6, 0))::float8 > 0 and (coalesce(s.now_r4, 0))::float8 / nullif((coalesce(s.now_r5, 0))::float8, 0) * 28 >= 0 then (coalesce(s.now_r4, 0))::float8 / nullif((coalesce(s.now_r5, 0))::float8, 0) * 28 end as m1, coalesce(s.now_r7, 0)::float8 as x0, case when not (coalesce(s.now_r3, 0))::float8 > 0 or (coalesce(s.now_r0, 0))::float8 / nullif((coalesce(s.now_r1, 0) + coalesce(s.now_r2, 0))::float8, 0) * 2 < 0 then 0 end::float8 as v0, case when not (coalesce(s.now_r6, 0))::float8 > 0 or (coalesce(s.now_r4, 0))::float8 / nullif((coalesce(s.now_r5, 0))::float8, 0) * 28 < 0 then 0 end::float8 as v1
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("category")) as "category", array_to_json(array_agg("inventory_turnover")) as "inventory_turnover", array_to_json(array_agg("days_of_cover")) as "days_of_cover", max(x0) as x0, max(v0) as v0, max(v1) as v1
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "category", m0 as "inventory_turnover", m1 as "days_of_cover", case when lvl = 2 then x0 end as x0, case when lvl = 2 then v0 end as v0, case when lvl = 2 then v1 end as v1
  from (
    select f.*, 0 as rank
    from figures f
    where (f.lvl = 0) or f.lvl = 2 ) answer
  left join members member0 on member0.tenant_id = $1 and member0.dimension = $6::text and member0.id = answer.d0
  order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
