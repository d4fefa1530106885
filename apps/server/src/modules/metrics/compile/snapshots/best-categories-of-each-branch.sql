-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
-- $4 = "branch"
-- $5 = "category"
with slots as (
  select lvl, d0, d1, r0 as now_r0, r1 as now_r1
  from (
    select side, lvl, d0, d1, r0, null::float8 as r1
    from (
      select 0 as side, lvl, d0, d1, r0
      from (
        select 0 as lvl, d0, d1, sum(x0) as r0
        from (
          select key1 as d0, key2 as d1, sums[1]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 209 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells
        group by d0, d1) part) part
    union all select side, lvl, d0, d1, r0, r1
    from (
      select 0 as side, lvl, d0, d1, r0, r1
      from (
        select 2 as lvl, null::int as d0, null::int as d1, r0, r1
        from (
          select 0 as lvl, sum(x0) as r0, sum(x1) as r1
          from (
            select sums[1]::float8 as x0, sums[21]::float8 as x1
            from rollup_cells
            where tenant_id = $1 and rollup = 200 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells) whole) part) part) side),
figures as (
  select s.lvl, s.d0, s.d1, (coalesce(s.now_r0, 0))::float8 / 100 as m0, coalesce(s.now_r1, 0)::float8 as x0
  from slots s),
ranks as (
  select *
  from (
    select f.*, row_number() over (partition by d0
      order by m0 desc nulls last, d0, d1) as rank
    from figures f
    where lvl = 0) ranked
  where rank <= 3),
shown as (
  select *
  from ranks)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("branch")) as "branch", array_to_json(array_agg("category")) as "category", array_to_json(array_agg("net_sales")) as "net_sales", max(x0) as x0
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "branch", case when answer.d1 = -1 then 'Other' else coalesce(member1.name, 'Unassigned') end as "category", m0 as "net_sales", case when lvl = 2 then x0 end as x0
  from (
    select *
    from (
      select *
      from shown
      union all select f.*, 0 as rank
      from figures f
      where f.lvl = 2 ) answer
    order by lvl desc, m0 desc nulls last, d0, d1 limit 10002) answer
  left join lateral (
    select m.id, m.name
    from members m
    where m.tenant_id = $1 and m.dimension = $4::text and m.id >= answer.d0
    order by m.id limit 1) member0 on member0.id = answer.d0
  left join lateral (
    select m.id, m.name
    from members m
    where m.tenant_id = $1 and m.dimension = $5::text and m.id >= answer.d1
    order by m.id limit 1) member1 on member1.id = answer.d1
  order by lvl desc, m0 desc nulls last, d0, d1 limit 10002) answer
