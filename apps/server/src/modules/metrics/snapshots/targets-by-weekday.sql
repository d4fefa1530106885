-- $1 = "tenant"
-- $2 = "sale_lines"
-- $3 = "2026-03-01"
-- $4 = "2026-03-19"
-- $5 = "sales_targets"
with sale_lines_marks as materialized (
  select day
  from rollup_marks
  where tenant_id = $1 and fact = $2::text),
sales_targets_marks as materialized (
  select day
  from rollup_marks
  where tenant_id = $1 and fact = $5::text),
slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1
  from (
    select side, lvl, d0, sum(r0) as r0, sum(r1) as r1
    from (
      select side, lvl, d0, r0, null::float8 as r1
      from (
        select 0 as side, lvl, d0, r0
        from (
          select case when grouping(d0) = 1 then 2 else 0 end as lvl, d0, sum(x0) as r0
          from (
            select extract(isodow from bucket)::int as d0, sums[1]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 200 and tier = 1 and bucket >= $3::date and bucket < $4::date and bucket <> all (array(
                select day
                from sale_lines_marks))
            union all select extract(isodow from day)::int as d0, x0
            from (
              select day, coalesce(sum((case when is_return then -(gross_minor - discount_minor) else gross_minor - discount_minor end)::float8), 0) as x0
              from sale_lines f
              where tenant_id = $1 and day = any (array(
                  select day
                  from sale_lines_marks
                  where day >= $3::date and day < $4::date))
              group by day) facts ) cells
          group by grouping sets ((d0), ())) part) part
      union all select side, lvl, d0, null::float8 as r0, r1
      from (
        select 0 as side, lvl, d0, r1
        from (
          select case when grouping(d0) = 1 then 2 else 0 end as lvl, d0, sum(x0) as r1
          from (
            select extract(isodow from bucket)::int as d0, sums[1]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 250 and tier = 1 and bucket >= $3::date and bucket < $4::date and bucket <> all (array(
                select day
                from sales_targets_marks))
            union all select extract(isodow from day)::int as d0, x0
            from (
              select day, coalesce(sum((target_minor)::float8), 0) as x0
              from sales_targets f
              where tenant_id = $1 and day = any (array(
                  select day
                  from sales_targets_marks
                  where day >= $3::date and day < $4::date))
              group by day) facts ) cells
          group by grouping sets ((d0), ())) part) part ) parts
    group by side, lvl, d0) side),
figures as (
  select s.lvl, s.d0, case when s.d0 = -1 then 'Other' else coalesce((array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])[s.d0], 'Unassigned') end as n0, (coalesce(s.now_r0, 0))::float8 / nullif((coalesce(s.now_r1, 0))::float8, 0) as m0
  from slots s)
select lvl, n0 as "day_of_week", m0 as "target_attainment"
from (
  select f.*, 0 as rank
  from figures f
  where (f.lvl = 0) or f.lvl = 2 ) answer
order by lvl desc, m0 desc nulls last, d0 limit 10002
