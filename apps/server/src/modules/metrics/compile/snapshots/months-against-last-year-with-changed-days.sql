-- $1 = "tenant"
-- $2 = "2025-04-01"
-- $3 = "2026-03-01"
-- $4 = ["2026-02-01"]
-- $5 = ["2026-03-01","2026-03-02","2026-03-03","2026-03-04","2026-03-05","2026-03-06","2026-03-07","2026-03-08","2026-03-09","2026-03-10","2026-03-11","2026-03-12","2026-03-13","2026-03-14","2026-03-15","2026-03-16","2026-03-17","2026-02-01","2026-02-02","2026-02-03","2026-02-04","2026-02-05","2026-02-06","2026-02-07","2026-02-08","2026-02-09","2026-02-11","2026-02-12","2026-02-13","2026-02-14","2026-02-15","2026-02-16","2026-02-17","2026-02-18","2026-02-19","2026-02-20","2026-02-21","2026-02-22","2026-02-23","2026-02-24","2026-02-25","2026-02-26","2026-02-27","2026-02-28"]
-- $6 = ["2026-02-10","2026-03-18"]
-- $7 = "2024-04-01"
-- $8 = "2025-03-01"
-- $9 = "2025-03-19"
with slots as (
  select lvl, p, sum(r0) filter (where side = 0) as now_r0, sum(r1) filter (where side = 0) as now_r1, sum(r2) filter (where side = 0) as now_r2, sum(r3) filter (where side = 0) as now_r3, sum(r4) filter (where side = 0) as now_r4, sum(r5) filter (where side = 0) as now_r5, sum(r6) filter (where side = 0) as now_r6, sum(r0) filter (where side = 1) as then_r0, sum(r1) filter (where side = 1) as then_r1, sum(r2) filter (where side = 1) as then_r2, sum(r3) filter (where side = 1) as then_r3, sum(r4) filter (where side = 1) as then_r4, sum(r5) filter (where side = 1) as then_r5, sum(r6) filter (where side = 1) as then_r6
  from (
    select side, lvl, p, r0, r1, r2, r3, r4, r5, r6
    from (
      select 0 as side, lvl, p as p, r0, r1, r2, r3, r4, r5, r6
      from (
        select case when grouping(p) = 1 then 2 else 0 end as lvl, p, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2, sum(x3) as r3, sum(x4) as r4, sum(x5) as r5, sum(x6) as r6
        from (
          select bucket as p, sums[1]::float8 as x0, sums[30]::float8 as x1, sums[31]::float8 as x2, sums[32]::float8 as x3, sums[5]::float8 as x4, sums[6]::float8 as x5, sums[40]::float8 as x6
          from rollup_cells
          where tenant_id = $1 and rollup = 1 and tier = 3 and bucket >= $2::date and bucket < $3::date and bucket <> all ($4::date[])
          union all select date_trunc('month', bucket::timestamp)::date as p, sums[1]::float8 as x0, sums[30]::float8 as x1, sums[31]::float8 as x2, sums[32]::float8 as x3, sums[5]::float8 as x4, sums[6]::float8 as x5, sums[40]::float8 as x6
          from rollup_cells
          where tenant_id = $1 and rollup = 1 and tier = 1 and bucket = any ($5::date[])
          union all select date_trunc('month', day::timestamp)::date as p, x0, x1, x2, x3, x4, x5, x6
          from (
            select day, count(*) filter (where not is_cancelled and task_type <> 2) as x0, coalesce(sum((cost_minor)::float8) filter (where (not is_cancelled and task_type <> 2) and currency = 'EUR'), 0) as x1, count(*) filter (where (not is_cancelled and task_type <> 2 and cost_minor is not null) and currency = 'EUR') as x2, count(*) filter (where (not is_cancelled and task_type <> 2 and (status >= 3 or cost_minor is not null)) and currency = 'EUR') as x3, count(*) filter (where is_cancelled) as x4, count(*) filter (where not is_cancelled and task_type = 2) as x5, count(*) filter (where (coalesce(cost_minor, cod_due_minor, cod_collected_minor, cod_handed_over_minor) is not null) and currency <> 'EUR') as x6
            from delivery_tasks f
            where tenant_id = (
              select $1::text) and day = any ($6::date[])
            group by day) facts ) cells
        group by grouping sets ((p), ())) part) part
    union all select side, lvl, p, r0, r1, r2, r3, r4, r5, r6
    from (
      select 1 as side, lvl, (p + interval '12 months')::date as p, r0, r1, r2, r3, r4, r5, r6
      from (
        select case when grouping(p) = 1 then 2 else 0 end as lvl, p, sum(x0) as r0, sum(x1) as r1, sum(x2) as r2, sum(x3) as r3, sum(x4) as r4, sum(x5) as r5, sum(x6) as r6
        from (
          select bucket as p, sums[1]::float8 as x0, sums[30]::float8 as x1, sums[31]::float8 as x2, sums[32]::float8 as x3, sums[5]::float8 as x4, sums[6]::float8 as x5, sums[40]::float8 as x6
          from rollup_cells
          where tenant_id = $1 and rollup = 1 and tier = 3 and bucket >= $7::date and bucket < $8::date
          union all select date_trunc('month', bucket::timestamp)::date as p, sums[1]::float8 as x0, sums[30]::float8 as x1, sums[31]::float8 as x2, sums[32]::float8 as x3, sums[5]::float8 as x4, sums[6]::float8 as x5, sums[40]::float8 as x6
          from rollup_cells
          where tenant_id = $1 and rollup = 1 and tier = 1 and bucket >= $8::date and bucket < $9::date ) cells
        group by grouping sets ((p), ())) part) part) sides
  group by lvl, p),
figures as (
  select s.lvl, s.p, (coalesce(s.now_r0, 0))::float8 as m0, (coalesce(s.then_r0, 0))::float8 as c0, case when ((coalesce(s.now_r2, 0))::float8 > 0 or (coalesce(s.now_r3, 0))::float8 = 0) then (coalesce(s.now_r1, 0))::float8 / 100 end as m1, case when ((coalesce(s.then_r2, 0))::float8 > 0 or (coalesce(s.then_r3, 0))::float8 = 0) then (coalesce(s.then_r1, 0))::float8 / 100 end as c1, coalesce(s.now_r4, 0)::float8 as x0, coalesce(s.now_r5, 0)::float8 as x1, coalesce(s.now_r6, 0)::float8 as x2, (coalesce(s.now_r2, 0))::float8 / nullif((coalesce(s.now_r3, 0))::float8, 0) as v0
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg(period)) as period, array_to_json(array_agg("delivery_count")) as "delivery_count", array_to_json(array_agg("delivery_count__compare")) as "delivery_count__compare", array_to_json(array_agg("delivery_cost")) as "delivery_cost", array_to_json(array_agg("delivery_cost__compare")) as "delivery_cost__compare", max(x0) as x0, max(x1) as x1, max(x2) as x2, max(v0) as v0
from (
  select lvl as lvl, p::date::text as period, m0 as "delivery_count", c0 as "delivery_count__compare", m1 as "delivery_cost", c1 as "delivery_cost__compare", case when lvl = 2 then x0 end as x0, case when lvl = 2 then x1 end as x1, case when lvl = 2 then x2 end as x2, case when lvl = 2 then v0 end as v0
  from (
    select f.*, 0 as rank
    from figures f
    where (f.lvl = 0) or f.lvl = 2 ) answer
  order by p nulls first, m0 desc nulls last limit 10002) answer
