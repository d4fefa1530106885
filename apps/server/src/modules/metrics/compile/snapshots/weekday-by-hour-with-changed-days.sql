-- $1 = "tenant"
-- $2 = "2026-01-01"
-- $3 = "2026-03-01"
-- $4 = ["2026-02-01"]
-- $5 = ["2026-03-01","2026-03-02","2026-03-03","2026-03-04","2026-03-05","2026-03-06","2026-03-07","2026-03-08","2026-03-09","2026-03-10","2026-03-11","2026-03-12","2026-03-13","2026-03-14","2026-03-15","2026-03-16","2026-03-17","2026-02-01","2026-02-02","2026-02-03","2026-02-04","2026-02-05","2026-02-06","2026-02-07","2026-02-08","2026-02-09","2026-02-11","2026-02-12","2026-02-13","2026-02-14","2026-02-15","2026-02-16","2026-02-17","2026-02-18","2026-02-19","2026-02-20","2026-02-21","2026-02-22","2026-02-23","2026-02-24","2026-02-25","2026-02-26","2026-02-27","2026-02-28"]
-- $6 = ["2026-02-10","2026-03-18"]
with slots as (
  select lvl, d0, d1, r0 as now_r0, r1 as now_r1, r2 as now_r2
  from (
    select side, lvl, d0, d1, r0, null::float8 as r1, null::float8 as r2
    from (
      select 0 as side, lvl, d0, d1, r0
      from (
        select 0 as lvl, d0, d1, sum(x0) as r0
        from (
          select key1 as d0, key2 as d1, sums[1]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 7 and tier = 3 and bucket >= $2::date and bucket < $3::date and bucket <> all ($4::date[])
          union all select key1 as d0, key2 as d1, sums[1]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 7 and tier = 1 and bucket = any ($5::date[])
          union all select k1 as d0, k2 as d1, x0
          from (
            select day, coalesce(extract(isodow from day)::int, 0) as k1, coalesce(hour + 1, 0) as k2, count(*) filter (where not is_cancelled and task_type <> 2) as x0
            from delivery_tasks f
            where tenant_id = (
              select $1::text) and day = any ($6::date[])
            group by day, k1, k2) facts ) cells
        group by d0, d1) part) part
    union all select side, lvl, d0, d1, r0, r1, r2
    from (
      select 0 as side, lvl, d0, d1, r0, r1, r2
      from (
        select 2 as lvl, null::int as d0, null::int as d1, r0, r1, r2
        from (
          select 0 as lvl, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2
          from (
            select sums[1]::float8 as x0, sums[5]::float8 as x1, sums[6]::float8 as x2
            from rollup_cells
            where tenant_id = $1 and rollup = 1 and tier = 3 and bucket >= $2::date and bucket < $3::date and bucket <> all ($4::date[])
            union all select sums[1]::float8 as x0, sums[5]::float8 as x1, sums[6]::float8 as x2
            from rollup_cells
            where tenant_id = $1 and rollup = 1 and tier = 1 and bucket = any ($5::date[])
            union all select x0, x1, x2
            from (
              select day, count(*) filter (where not is_cancelled and task_type <> 2) as x0, count(*) filter (where is_cancelled) as x1, count(*) filter (where not is_cancelled and task_type = 2) as x2
              from delivery_tasks f
              where tenant_id = (
                select $1::text) and day = any ($6::date[])
              group by day) facts ) cells) whole) part) part) side),
figures as (
  select s.lvl, s.d0, s.d1, (coalesce(s.now_r0, 0))::float8 as m0, coalesce(s.now_r1, 0)::float8 as x0, coalesce(s.now_r2, 0)::float8 as x1
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("day_of_week")) as "day_of_week", array_to_json(array_agg("hour_of_day")) as "hour_of_day", array_to_json(array_agg("delivery_count")) as "delivery_count", max(x0) as x0, max(x1) as x1
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce((array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])[answer.d0], 'Unassigned') end as "day_of_week", case when answer.d1 = -1 then 'Other' else coalesce((array['00:00', '01:00', '02:00', '03:00', '04:00', '05:00', '06:00', '07:00', '08:00', '09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00', '18:00', '19:00', '20:00', '21:00', '22:00', '23:00'])[answer.d1], 'Unassigned') end as "hour_of_day", m0 as "delivery_count", case when lvl = 2 then x0 end as x0, case when lvl = 2 then x1 end as x1
  from (
    select f.*, 0 as rank
    from figures f
    where (f.lvl = 0) or f.lvl = 2 ) answer
  order by lvl desc, m0 desc nulls last, d0, d1 limit 10002) answer
