-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
-- $4 = [0]
-- $5 = 10
-- $6 = "zone"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2
  from (
    select side, lvl, d0, r0, null::float8 as r1, null::float8 as r2
    from (
      select 0 as side, lvl, d0, r0
      from (
        select 0 as lvl, d0, sum(x0) as r0
        from (
          select key1 as d0, sums[1]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 4 and tier = 1 and bucket >= $2::date and bucket < $3::date and key1 <> all ($4::int[]) ) cells
        group by d0) part) part
    union all select side, lvl, d0, r0, r1, r2
    from (
      select 0 as side, lvl, d0, r0, r1, r2
      from (
        select 2 as lvl, null::int as d0, r0, r1, r2
        from (
          select 0 as lvl, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2
          from (
            select sums[1]::float8 as x0, sums[5]::float8 as x1, sums[6]::float8 as x2
            from rollup_cells
            where tenant_id = $1 and rollup = 4 and tier = 1 and bucket >= $2::date and bucket < $3::date and key1 <> all ($4::int[]) ) cells) whole) part) part) side),
figures as (
  select s.lvl, s.d0, (coalesce(s.now_r0, 0))::float8 as m0, coalesce(s.now_r1, 0)::float8 as x0, coalesce(s.now_r2, 0)::float8 as x1
  from slots s),
ranks as (
  select *
  from (
    select f.*, row_number() over (order by m0 desc nulls last, d0) as rank
    from figures f
    where lvl = 0 and m0 >= $5::float8) ranked
  where rank <= 5),
shown as (
  select *
  from ranks)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("zone")) as "zone", array_to_json(array_agg("delivery_count")) as "delivery_count", max(x0) as x0, max(x1) as x1, (
  select count(*)
  from slots
  where lvl = 0)::int as rows_in_all
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "zone", m0 as "delivery_count", case when lvl = 2 then x0 end as x0, case when lvl = 2 then x1 end as x1
  from (
    select *
    from (
      select *
      from shown
      union all select f.*, 0 as rank
      from figures f
      where f.lvl = 2
      union all select f.*, 10001 as rank
      from (
        select s.lvl, s.d0, (coalesce(s.now_r0, 0))::float8 as m0, coalesce(s.now_r1, 0)::float8 as x0, coalesce(s.now_r2, 0)::float8 as x1
        from (
          select 0 as lvl, -1 as d0, sum(s.now_r0) as now_r0, sum(s.now_r1) as now_r1, sum(s.now_r2) as now_r2
          from (
            select s.*, shown.rank
            from slots s full join shown on s.d0 = shown.d0 offset 0) s
          where s.lvl = 0 and s.rank is null having count(*) > 0) s) f ) answer
    order by lvl desc, d0 = -1, m0 desc nulls last, d0 limit 10002) answer
  left join lateral (
    select m.id, m.name
    from members m
    where m.tenant_id = $1 and m.dimension = $6::text and m.id >= answer.d0
    order by m.id limit 1) member0 on member0.id = answer.d0
  order by lvl desc, d0 = -1, m0 desc nulls last, d0 limit 10002) answer
