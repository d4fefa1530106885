-- $1 = "tenant"
-- $2 = "2026-01-05"
-- $3 = "2026-03-16"
-- $4 = ["2026-01-01","2026-01-02","2026-01-03","2026-01-04","2026-03-16","2026-03-17","2026-03-18"]
-- $5 = "2026-01-01"
-- $6 = "2026-03-01"
-- $7 = "2026-03-02"
-- $8 = ["2026-03-01","2026-03-16","2026-03-17","2026-03-18"]
-- $9 = "2026-03-19"
with slots as (
  select lvl, p, r0 as now_r0, r1 as now_r1, r2 as now_r2, r3 as now_r3, r4 as now_r4
  from (
    select side, lvl, p, sum(r0) as r0, sum(r1) as r1, sum(r2) as r2, sum(r3) as r3, sum(r4) as r4
    from (
      select side, lvl, p, r0, r1, null::float8 as r2, null::float8 as r3, null::float8 as r4
      from (
        select 0 as side, lvl, p as p, r0, r1
        from (
          select 0 as lvl, p, bins[1 + width_bucket((uptos[cardinality(uptos)] * 50 + 99) / 100 - 1, uptos)] as r0, bins[1 + width_bucket((uptos[cardinality(uptos)] * 90 + 99) / 100 - 1, uptos)] as r1
          from ((
              select p, bins, uptos
              from (
                select bucket as p, bins[:] as bins, sums[:] as uptos
                from rollup_cells
                where tenant_id = $1 and rollup = 20 and tier = 2 and bucket >= $2::date and bucket < $3::date) alone offset 0)
            union all select p, array_agg(bin::smallint
              order by bin) as bins, array_agg(upto::bigint
              order by bin) as uptos
            from (
              select p, bin, sum(n) over (partition by p
                order by bin rows unbounded preceding) as upto
              from (
                select 0 as lvl, p, bin, (sum(x0))::float8 as n
                from (
                  select date_trunc('week', bucket::timestamp)::date as p, bin, (upto - before)::float8 as x0
                  from rollup_cells, unnest(bins, sums, 0::bigint || sums) as counted (bin, upto, before)
                  where tenant_id = $1 and rollup = 20 and tier = 1 and bucket = any ($4::date[]) and bin is not null ) cells
                group by p, bin) counts) running
            group by p) lists) part) part
      union all select side, lvl, p, r0, r1, null::float8 as r2, null::float8 as r3, null::float8 as r4
      from (
        select 0 as side, lvl, p as p, r0, r1
        from (
          select 2 as lvl, null::date as p, r0, r1
          from (
            select 0 as lvl, bins[1 + width_bucket((uptos[cardinality(uptos)] * 50 + 99) / 100 - 1, uptos)] as r0, bins[1 + width_bucket((uptos[cardinality(uptos)] * 90 + 99) / 100 - 1, uptos)] as r1
            from (
              select array_agg(bin::smallint
                order by bin) as bins, array_agg(upto::bigint
                order by bin) as uptos
              from (
                select bin, sum(n) over (order by bin rows unbounded preceding) as upto
                from (
                  select 0 as lvl, bin, (sum(x0))::float8 as n
                  from (
                    select bin, (upto - before)::float8 as x0
                    from rollup_cells, unnest(bins, sums, 0::bigint || sums) as counted (bin, upto, before)
                    where tenant_id = $1 and rollup = 20 and tier = 3 and bucket >= $5::date and bucket < $6::date and bin is not null
                    union all select bin, (upto - before)::float8 as x0
                    from rollup_cells, unnest(bins, sums, 0::bigint || sums) as counted (bin, upto, before)
                    where tenant_id = $1 and rollup = 20 and tier = 2 and bucket >= $7::date and bucket < $3::date and bin is not null
                    union all select bin, (upto - before)::float8 as x0
                    from rollup_cells, unnest(bins, sums, 0::bigint || sums) as counted (bin, upto, before)
                    where tenant_id = $1 and rollup = 20 and tier = 1 and bucket = any ($8::date[]) and bin is not null ) cells
                  group by bin) counts) running having count(*) > 0) lists) whole) part) part
      union all select side, lvl, p, null::float8 as r0, null::float8 as r1, r2, r3, r4
      from (
        select 0 as side, lvl, p as p, r2, r3, r4
        from (
          select case when grouping(p) = 1 then 2 else 0 end as lvl, p, sum(x0) as r2, sum(x1) as r3, sum(x2) as r4
          from (
            select date_trunc('week', bucket::timestamp)::date as p, sums[14]::float8 as x0, sums[15]::float8 as x1, sums[2]::float8 as x2
            from rollup_cells
            where tenant_id = $1 and rollup = 1 and tier = 1 and bucket >= $5::date and bucket < $9::date ) cells
          group by grouping sets ((p), ())) part) part ) parts
    group by side, lvl, p) side),
figures as (
  select s.lvl, s.p, (case when s.now_r0 = 0 then 0 else exp((s.now_r0::float8 - 0.5) * 0.0196) end) / 60 as m0, (case when s.now_r1 = 0 then 0 else exp((s.now_r1::float8 - 0.5) * 0.0196) end) / 60 as m1, coalesce(s.now_r2, 0)::float8 as x0, (coalesce(s.now_r3, 0))::float8 / nullif((coalesce(s.now_r4, 0))::float8, 0) as v0, (coalesce(s.now_r3, 0))::float8 / nullif((coalesce(s.now_r4, 0))::float8, 0) as v1
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg(period)) as period, array_to_json(array_agg("p50_delivery_minutes")) as "p50_delivery_minutes", array_to_json(array_agg("p90_delivery_minutes")) as "p90_delivery_minutes", max(x0) as x0, max(v0) as v0, max(v1) as v1
from (
  select lvl as lvl, p::date::text as period, m0 as "p50_delivery_minutes", m1 as "p90_delivery_minutes", case when lvl = 2 then x0 end as x0, case when lvl = 2 then v0 end as v0, case when lvl = 2 then v1 end as v1
  from (
    select f.*, 0 as rank
    from figures f
    where (f.lvl = 0) or f.lvl = 2 ) answer
  order by p nulls first, m0 desc nulls last limit 10002) answer
