-- $1 = "tenant"
-- $2 = "2026-01-01"
-- $3 = "2026-03-01"
-- $4 = "2026-03-19"
-- $5 = ["2026-01-01","2026-02-01","2026-03-01"]
-- $6 = ["2026-02-01","2026-03-01","2026-03-19"]
-- $7 = "department"
with steps1 as (
  select d0, p, sum(x0) as r0
  from (
    select key1 as d0, bucket as p, sums[1]::float8 as x0
    from rollup_cells
    where tenant_id = $1 and rollup = 343 and tier = 3 and bucket >= $2::date and bucket < $3::date
    union all select key1 as d0, date_trunc('month', bucket::timestamp)::date as p, sums[1]::float8 as x0
    from rollup_cells
    where tenant_id = $1 and rollup = 343 and tier = 1 and bucket >= $3::date and bucket < $4::date ) cells
  group by d0, p
  union all select d0, null::date as p, sum(x0) as r0
  from (
    select key1 as d0, sums[1]::float8 as x0
    from rollup_cells
    where tenant_id = $1 and rollup = 343 and tier = 3 and bucket < $2::date ) cells
  group by d0),
slots as (
  select lvl, d0, p, r0 as now_r0
  from (
    select side, lvl, d0, p, r0
    from (
      select 0 as side, lvl, d0, p as p, r0
      from (
        select 0 as lvl, d0, p, r0
        from (
          select d0, p, sum(sum(r0)) over (partition by d0
            order by p) as r0
          from (
            select d0, coalesce(p, '-infinity'::date) as p, r0
            from steps1
            union all select d0, start, 0
            from (
              select distinct d0
              from steps1) member
            cross join unnest($5::date[], $6::date[]) as period (start, stop)) moves
          group by d0, p) running
        where p > '-infinity'::date) part) part
    union all select side, lvl, d0, p, r0
    from (
      select 0 as side, lvl, d0, p as p, r0
      from (
        select 2 as lvl, null::int as d0, null::date as p, r0
        from (
          select 0 as lvl, sum(x0) as r0
          from (
            select sums[1]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 340 and tier = 3 and bucket < $3::date
            union all select sums[1]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 340 and tier = 1 and bucket >= $3::date and bucket < $4::date ) cells) whole) part) part) side),
figures as (
  select s.lvl, s.d0, s.p, (coalesce(s.now_r0, 0))::float8 as m0
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("department")) as "department", array_to_json(array_agg(period)) as period, array_to_json(array_agg("pending_approval_count")) as "pending_approval_count"
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "department", p::date::text as period, m0 as "pending_approval_count"
  from (
    select *
    from (
      select f.*, 0 as rank
      from figures f
      where (f.lvl = 0) or f.lvl = 2 ) answer
    order by p nulls first, m0 desc nulls last, d0 limit 10002) answer
  left join lateral (
    select m.id, m.name
    from members m
    where m.tenant_id = $1 and m.dimension = $7::text and m.id >= answer.d0
    order by m.id limit 1) member0 on member0.id = answer.d0
  order by p nulls first, m0 desc nulls last, d0 limit 10002) answer
