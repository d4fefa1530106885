-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
-- $4 = "2026-01-01"
-- $5 = ["2025-12-19","2025-12-20","2025-12-21","2025-12-22","2025-12-23","2025-12-24","2025-12-25","2025-12-26","2025-12-27","2025-12-28","2025-12-29","2025-12-30","2025-12-31","2026-03-01","2026-03-02","2026-03-03","2026-03-04","2026-03-05","2026-03-06","2026-03-07","2026-03-08","2026-03-09","2026-03-10","2026-03-11","2026-03-12","2026-03-13","2026-03-14","2026-03-15","2026-03-16","2026-03-17","2026-03-18"]
-- $6 = "warehouse"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2, r3 as now_r3
  from (
    select side, lvl, d0, r0, r1, r2, r3
    from (
      select 0 as side, lvl, d0, r0, r1, r2, r3
      from (
        select case when grouping(d0) = 1 then 2 else 0 end as lvl, d0, coalesce(sum(verdict0), 0) as r0, coalesce(sum(verdict1), 0) as r1, coalesce(sum(verdict2), 0) as r2, coalesce(sum(verdict3), 0) as r3
        from (
          select coalesce(warehouse_id, 0) as d0, (case when incoming > 0 and on_hand >= 0 and on_hand = 0 then 1 else 0 end) as verdict0, (case when incoming > 0 and on_hand >= 0 then 1 else 0 end) as verdict1, (1) as verdict2, (case when not (incoming > 0 and on_hand >= 0) then 1 else 0 end) as verdict3
          from (
            select item.*, q0, q1, q2, q3, q4
            from (
              select *
              from (
                select b.*, coalesce(b.category_id, product.category_id) as completed_category_id, coalesce(b.supplier_id, product.supplier_id) as completed_supplier_id, coalesce(b.abc_class_id, product.abc_class_id) as completed_abc_class_id
                from stock_items b
                left join member_groups product on product.tenant_id = b.tenant_id and product.member_id = b.product_id) item
              where item.tenant_id = $1 and item.day < $3::date) item full join (
              select d0, d1, sum(q0) as q0, sum(q1) as q1, sum(q2) as q2, sum(q3) as q3, sum(q4) as q4
              from (
                select d0, d1, q0, q1, null::float8 as q2, q3, q4
                from (
                  select 0 as lvl, d0, d1, sum(x0) as q0, sum(x1) as q1, sum(x2) as q3, sum(x3) as q4
                  from (
                    select key1 as d0, key2 as d1, sums[1]::float8 as x0, sums[2]::float8 as x1, sums[3]::float8 as x2, sums[5]::float8 as x3
                    from rollup_cells
                    where tenant_id = $1 and rollup = 108 and tier = 3 and bucket < $2::date
                    union all select key1 as d0, key2 as d1, sums[1]::float8 as x0, sums[2]::float8 as x1, sums[3]::float8 as x2, sums[5]::float8 as x3
                    from rollup_cells
                    where tenant_id = $1 and rollup = 108 and tier = 1 and bucket >= $2::date and bucket < $3::date ) cells
                  group by d0, d1) part
                union all select d0, d1, null::float8 as q0, null::float8 as q1, q2, null::float8 as q3, null::float8 as q4
                from (
                  select 0 as lvl, d0, d1, sum(x0) as q2
                  from (
                    select key1 as d0, key2 as d1, sums[8]::float8 as x0
                    from rollup_cells
                    where tenant_id = $1 and rollup = 108 and tier = 3 and bucket >= $4::date and bucket < $2::date
                    union all select key1 as d0, key2 as d1, sums[8]::float8 as x0
                    from rollup_cells
                    where tenant_id = $1 and rollup = 108 and tier = 1 and bucket = any ($5::date[]) ) cells
                  group by d0, d1) part ) parts
              group by d0, d1) q on q.d0 = item.warehouse_id and q.d1 = item.product_id offset 0) item
          cross join lateral (
            select coalesce(q0, 0) as on_hand, coalesce(q1, 0) as stock_value, coalesce(q2, 0) as outbound, coalesce(q3, 0) as incoming, coalesce(q4, 0) as unvalued) judged
          where item.tenant_id is not null) items
        group by grouping sets ((d0), ())) part) part) side),
figures as (
  select s.lvl, s.d0, case when ((coalesce(s.now_r1, 0))::float8 > 0 or (coalesce(s.now_r2, 0))::float8 = 0) then s.now_r0::float8 end as m0, coalesce(s.now_r3, 0)::float8 as x0, (coalesce(s.now_r1, 0))::float8 / nullif((coalesce(s.now_r2, 0))::float8, 0) as v0
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("warehouse")) as "warehouse", array_to_json(array_agg("stock_out_count")) as "stock_out_count", max(x0) as x0, max(v0) as v0
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "warehouse", m0 as "stock_out_count", case when lvl = 2 then x0 end as x0, case when lvl = 2 then v0 end as v0
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
    where m.tenant_id = $1 and m.dimension = $6::text and m.id >= answer.d0
    order by m.id limit 1) member0 on member0.id = answer.d0
  order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
