-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
-- $4 = ["2026-03-18"]
-- $5 = "failure_reason"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2
  from (
    select side, lvl, d0, r0, null::float8 as r1, null::float8 as r2
    from (
      select 0 as side, lvl, d0, r0
      from (
        select 0 as lvl, d0, sum(x0) as r0
        from (
          select key1 as d0, sums[3]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 6 and tier = 1 and bucket >= $2::date and bucket < $3::date and bucket <> all ($4::date[])
          union all select k1 as d0, x0
          from (
            select day, coalesce(failure_reason_id, 0) as k1, count(*) filter (where not is_cancelled and task_type <> 2 and status = 4) as x0
            from delivery_tasks f
            where tenant_id = (
              select $1::text) and day = any ($4::date[])
            group by day, k1) facts ) cells
        group by d0) part) part
    union all select side, lvl, d0, r0, r1, r2
    from (
      select 0 as side, lvl, d0, r0, r1, r2
      from (
        select 2 as lvl, null::int as d0, r0, r1, r2
        from (
          select 0 as lvl, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2
          from (
            select sums[3]::float8 as x0, sums[5]::float8 as x1, sums[6]::float8 as x2
            from rollup_cells
            where tenant_id = $1 and rollup = 1 and tier = 1 and bucket >= $2::date and bucket < $3::date and bucket <> all ($4::date[])
            union all select x0, x1, x2
            from (
              select day, count(*) filter (where not is_cancelled and task_type <> 2 and status = 4) as x0, count(*) filter (where is_cancelled) as x1, count(*) filter (where not is_cancelled and task_type = 2) as x2
              from delivery_tasks f
              where tenant_id = (
                select $1::text) and day = any ($4::date[])
              group by day) facts ) cells) whole) part) part) side),
base as (
  select r0
  from (
    select 0 as lvl, sum(x0) as r0
    from (
      select sums[3]::float8 as x0
      from rollup_cells
      where tenant_id = $1 and rollup = 1 and tier = 1 and bucket >= $2::date and bucket < $3::date and bucket <> all ($4::date[])
      union all select x0
      from (
        select day, count(*) filter (where not is_cancelled and task_type <> 2 and status = 4) as x0
        from delivery_tasks f
        where tenant_id = (
          select $1::text) and day = any ($4::date[])
        group by day) facts ) cells) part),
figures as (
  select s.lvl, s.d0, (coalesce(s.now_r0, 0))::float8 as m0, ((coalesce(s.now_r0, 0))::float8) / nullif((coalesce(base.r0, 0))::float8, 0) as s0, coalesce(s.now_r1, 0)::float8 as x0, coalesce(s.now_r2, 0)::float8 as x1
  from slots s
  left join base on true)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("failure_reason")) as "failure_reason", array_to_json(array_agg("failed_delivery_count")) as "failed_delivery_count", array_to_json(array_agg("failed_delivery_count__share")) as "failed_delivery_count__share", max(x0) as x0, max(x1) as x1
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "failure_reason", m0 as "failed_delivery_count", s0 as "failed_delivery_count__share", case when lvl = 2 then x0 end as x0, case when lvl = 2 then x1 end as x1
  from (
    select *
    from (
      select f.*, 0 as rank
      from figures f
      where (f.lvl = 0) or f.lvl = 2 ) answer
    order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
  left join lateral (
    select m.id, m.name
    from members m
    where m.tenant_id = $1 and m.dimension = $5::text and m.id >= answer.d0
    order by m.id limit 1) member0 on member0.id = answer.d0
  order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
