-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
-- $4 = ["2026-03-01","2026-03-02","2026-03-03","2026-03-04","2026-03-05","2026-03-06","2026-03-07","2026-03-08","2026-03-09","2026-03-10","2026-03-11","2026-03-12","2026-03-13","2026-03-14","2026-03-15","2026-03-16","2026-03-17","2026-03-18"]
-- $5 = ["2026-03-02","2026-03-03","2026-03-04","2026-03-05","2026-03-06","2026-03-07","2026-03-08","2026-03-09","2026-03-10","2026-03-11","2026-03-12","2026-03-13","2026-03-14","2026-03-15","2026-03-16","2026-03-17","2026-03-18","2026-03-19"]
with steps1 as (
  select p, sum(x0) as r0, sum(x1) as r1
  from (
    select bucket as p, sums[1]::float8 as x0, sums[21]::float8 as x1
    from rollup_cells
    where tenant_id = $1 and rollup = 200 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells
  group by p),
slots as (
  select lvl, p, r0 as now_r0, r1 as now_r1
  from (
    select side, lvl, p, r0, r1
    from (
      select 0 as side, lvl, p as p, r0, r1
      from (
        select 0 as lvl, p, r0, r1
        from (
          select p, sum(sum(r0)) over (order by p) as r0, sum(sum(r1)) over (order by p) as r1
          from (
            select coalesce(p, '-infinity'::date) as p, r0, r1
            from steps1
            union all select start, 0, 0
            from (
              select 1) member
            cross join unnest($4::date[], $5::date[]) as period (start, stop)) moves
          group by p) running
        where p > '-infinity'::date) part) part
    union all select side, lvl, p, r0, r1
    from (
      select 0 as side, lvl, p as p, r0, r1
      from (
        select 2 as lvl, null::date as p, r0, r1
        from (
          select 0 as lvl, sum(x0) as r0, sum(x1) as r1
          from (
            select sums[1]::float8 as x0, sums[21]::float8 as x1
            from rollup_cells
            where tenant_id = $1 and rollup = 200 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells) whole) part) part) side),
figures as (
  select s.lvl, s.p, (coalesce(s.now_r0, 0))::float8 / 100 as m0, coalesce(s.now_r1, 0)::float8 as x0
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg(period)) as period, array_to_json(array_agg("net_sales")) as "net_sales", max(x0) as x0
from (
  select lvl as lvl, p::date::text as period, m0 as "net_sales", case when lvl = 2 then x0 end as x0
  from (
    select f.*, 0 as rank
    from figures f
    where (f.lvl = 0) or f.lvl = 2 ) answer
  order by p nulls first, m0 desc nulls last limit 10002) answer
