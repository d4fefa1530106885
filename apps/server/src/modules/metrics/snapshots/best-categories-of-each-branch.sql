-- $1 = "tenant"
-- $2 = "sale_lines"
-- $3 = "2026-03-01"
-- $4 = "2026-03-19"
-- $5 = "branch"
-- $6 = "category"
with sale_lines_marks as materialized (
  select day
  from rollup_marks
  where tenant_id = $1 and fact = $2::text),
slots as (
  select lvl, d0, d1, r0 as now_r0
  from (
    select side, lvl, d0, d1, r0
    from (
      select 0 as side, lvl, d0, d1, r0
      from (
        select case when grouping(d0) = 1 then 2 else 0 end as lvl, d0, d1, sum(x0) as r0
        from (
          select key1 as d0, key2 as d1, sums[1]::float8 as x0
          from rollup_cells
          where tenant_id = $1 and rollup = 209 and tier = 1 and bucket >= $3::date and bucket < $4::date and bucket <> all (array(
              select day
              from sale_lines_marks))
          union all select k1 as d0, k2 as d1, x0
          from (
            select day, coalesce(branch_id, 0) as k1, coalesce(category_id, 0) as k2, coalesce(sum((case when is_return then -(gross_minor - discount_minor) else gross_minor - discount_minor end)::float8), 0) as x0
            from sale_lines f
            where tenant_id = $1 and day = any (array(
                select day
                from sale_lines_marks
                where day >= $3::date and day < $4::date))
            group by day, k1, k2) facts ) cells
        group by grouping sets ((d0, d1), ())) part) part) side),
figures as (
  select s.lvl, s.d0, s.d1, case when s.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as n0, case when s.d1 = -1 then 'Other' else coalesce(member1.name, 'Unassigned') end as n1, (coalesce(s.now_r0, 0))::float8 * 0.01 as m0
  from slots s
  left join members member0 on member0.tenant_id = $1 and member0.dimension = $5::text and member0.id = s.d0
  left join members member1 on member1.tenant_id = $1 and member1.dimension = $6::text and member1.id = s.d1),
ranks as (
  select *
  from (
    select d0, d1, row_number() over (partition by d0
      order by m0 desc nulls last, d0, d1) as rank
    from figures
    where lvl = 0) ranked
  where rank <= 3)
select lvl, n0 as "branch", n1 as "category", m0 as "net_sales"
from (
  select f.*, coalesce(rank, 0) as rank
  from figures f
  left join ranks on f.d0 = ranks.d0 and f.d1 = ranks.d1
  where (f.lvl = 0 and rank is not null) or f.lvl = 2 ) answer
order by lvl desc, m0 desc nulls last, d0, d1 limit 10002
