-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
-- $4 = ["2026-03-18"]
-- $5 = "driver"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2, r3 as now_r3, r4 as now_r4, r5 as now_r5, r6 as now_r6, r7 as now_r7
  from (
    select side, lvl, d0, r0, r1, r2, null::float8 as r3, null::float8 as r4, null::float8 as r5, null::float8 as r6, null::float8 as r7
    from (
      select 0 as side, lvl, d0, r0, r1, r2
      from (
        select 0 as lvl, d0, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2
        from (
          select key1 as d0, sums[1]::float8 as x0, sums[8]::float8 as x1, sums[7]::float8 as x2
          from rollup_cells
          where tenant_id = $1 and rollup = 11 and tier = 1 and bucket >= $2::date and bucket < $3::date and bucket <> all ($4::date[])
          union all select k1 as d0, x0, x1, x2
          from (
            select day, coalesce(driver_id, 0) as k1, count(*) filter (where not is_cancelled and task_type <> 2) as x0, count(*) filter (where not is_cancelled and task_type <> 2 and status = 3 and not is_closed_by_admin and late_seconds <= 900) as x1, count(*) filter (where not is_cancelled and task_type <> 2 and status = 3 and not is_closed_by_admin and due_at is not null) as x2
            from delivery_tasks f
            where tenant_id = (
              select $1::text) and day = any ($4::date[])
            group by day, k1) facts ) cells
        group by d0) part) part
    union all select side, lvl, d0, r0, r1, r2, r3, r4, r5, r6, r7
    from (
      select 0 as side, lvl, d0, r0, r1, r2, r3, r4, r5, r6, r7
      from (
        select 2 as lvl, null::int as d0, r0, r1, r2, r3, r4, r5, r6, r7
        from (
          select 0 as lvl, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2, sum(x3) as r3, sum(x4) as r4, sum(x5) as r5, sum(x6) as r6, sum(x7) as r7
          from (
            select sums[1]::float8 as x0, sums[8]::float8 as x1, sums[7]::float8 as x2, sums[5]::float8 as x3, sums[6]::float8 as x4, sums[13]::float8 as x5, sums[14]::float8 as x6, sums[2]::float8 as x7
            from rollup_cells
            where tenant_id = $1 and rollup = 1 and tier = 1 and bucket >= $2::date and bucket < $3::date and bucket <> all ($4::date[])
            union all select x0, x1, x2, x3, x4, x5, x6, x7
            from (
              select day, count(*) filter (where not is_cancelled and task_type <> 2) as x0, count(*) filter (where not is_cancelled and task_type <> 2 and status = 3 and not is_closed_by_admin and late_seconds <= 900) as x1, count(*) filter (where not is_cancelled and task_type <> 2 and status = 3 and not is_closed_by_admin and due_at is not null) as x2, count(*) filter (where is_cancelled) as x3, count(*) filter (where not is_cancelled and task_type = 2) as x4, count(*) filter (where not is_cancelled and task_type <> 2 and status = 3 and not is_closed_by_admin and due_at is null) as x5, count(*) filter (where not is_cancelled and task_type <> 2 and status = 3 and is_closed_by_admin) as x6, count(*) filter (where not is_cancelled and task_type <> 2 and status = 3) as x7
              from delivery_tasks f
              where tenant_id = (
                select $1::text) and day = any ($4::date[])
              group by day) facts ) cells) whole) part) part) side),
figures as (
  select s.lvl, s.d0, (coalesce(s.now_r0, 0))::float8 as m0, (coalesce(s.now_r1, 0))::float8 / nullif((coalesce(s.now_r2, 0))::float8, 0) as m1, coalesce(s.now_r3, 0)::float8 as x0, coalesce(s.now_r4, 0)::float8 as x1, coalesce(s.now_r5, 0)::float8 as x2, coalesce(s.now_r6, 0)::float8 as x3, (coalesce(s.now_r2, 0))::float8 / nullif((coalesce(s.now_r7, 0))::float8, 0) as v0
  from slots s),
ranks as (
  select *
  from (
    select f.*, row_number() over (order by m0 desc nulls last, d0) as rank
    from figures f
    where lvl = 0) ranked
  where rank <= 20),
shown as (
  select *
  from ranks)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("driver")) as "driver", array_to_json(array_agg("delivery_count")) as "delivery_count", array_to_json(array_agg("on_time_rate")) as "on_time_rate", max(x0) as x0, max(x1) as x1, max(x2) as x2, max(x3) as x3, max(v0) as v0
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "driver", m0 as "delivery_count", m1 as "on_time_rate", case when lvl = 2 then x0 end as x0, case when lvl = 2 then x1 end as x1, case when lvl = 2 then x2 end as x2, case when lvl = 2 then x3 end as x3, case when lvl = 2 then v0 end as v0
  from (
    select *
    from (
      select *
      from shown
      union all select f.*, 0 as rank
      from figures f
      where f.lvl = 2 ) answer
    order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
  left join lateral (
    select m.id, m.name
    from members m
    where m.tenant_id = $1 and m.dimension = $5::text and m.id >= answer.d0
    order by m.id limit 1) member0 on member0.id = answer.d0
  order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
