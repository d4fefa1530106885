-- $1 = "tenant"
-- $2 = "2026-03-19"
-- $3 = "2026-01-01"
-- $4 = "2026-03-01"
-- $5 = "2026-02-19"
-- $6 = ["2026-02-19","2026-02-20","2026-02-21","2026-02-22","2026-02-23","2026-02-24","2026-02-25","2026-02-26","2026-02-27","2026-02-28","2026-03-01","2026-03-02","2026-03-03","2026-03-04","2026-03-05","2026-03-06","2026-03-07","2026-03-08","2026-03-09","2026-03-10","2026-03-11","2026-03-12","2026-03-13","2026-03-14","2026-03-15","2026-03-16","2026-03-17","2026-03-18"]
-- $7 = "category"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2, r3 as now_r3, r4 as now_r4, r5 as now_r5, r6 as now_r6, r7 as now_r7, r8 as now_r8, r9 as now_r9, r10 as now_r10, r11 as now_r11
  from (
    select side, lvl, d0, sum(r0) as r0, sum(r1) as r1, sum(r2) as r2, sum(r3) as r3, sum(r4) as r4, sum(r5) as r5, sum(r6) as r6, sum(r7) as r7, sum(r8) as r8, sum(r9) as r9, sum(r10) as r10, sum(r11) as r11
    from (
      select side, lvl, d0, r0, r1, r2, r3, r4, null::float8 as r5, null::float8 as r6, null::float8 as r7, null::float8 as r8, null::float8 as r9, null::float8 as r10, null::float8 as r11
      from (
        select 0 as side, lvl, d0, r0, r1, r2, r3, r4
        from (
          select 0 as lvl, d0, coalesce(sum(verdict0), 0) as r0, coalesce(sum(verdict1), 0) as r1, coalesce(sum(verdict2), 0) as r2, coalesce(sum(verdict3), 0) as r3, coalesce(sum(verdict4), 0) as r4
          from (
            select q.d0, (case when incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0 then issued else 0 end) as verdict0, (case when incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0 then value_before else 0 end) as verdict1, (case when incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0 then stock_value else 0 end) as verdict2, (case when incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0 then 1 else 0 end) as verdict3, (case when (incoming_value > 0 or stock_value <> 0) then 1 else 0 end) as verdict4
            from (
              select d0, d1, d2, sum(q0) as q0, sum(q1) as q1, sum(q2) as q2, sum(q3) as q3, sum(q4) as q4, sum(q5) as q5, sum(q6) as q6, sum(q7) as q7
              from (
                select d0, d1, d2, q0, q1, q2, q3, q4, null::float8 as q5, null::float8 as q6, null::float8 as q7
                from (
                  select 0 as lvl, d0, d1, d2, coalesce(sum((quantity_milli)::float8), 0) as q0, coalesce(sum((value_minor)::float8) filter (where currency = 'EUR'), 0) as q1, count(*) filter (where (quantity_milli > 0 or counted_milli is not null)) as q2, count(*) filter (where ((quantity_milli > 0 or counted_milli is not null)) and currency = 'EUR') as q3, count(*) filter (where value_minor is null and quantity_milli <> 0) as q4
                  from (
                    select coalesce(completed_category_id, 0) as d0, coalesce(warehouse_id, 0) as d1, coalesce(product_id, 0) as d2, f.*
                    from (
                      select b.*, coalesce(b.category_id, product.category_id) as completed_category_id, coalesce(b.supplier_id, product.supplier_id) as completed_supplier_id, coalesce(b.abc_class_id, product.abc_class_id) as completed_abc_class_id
                      from stock_movements b
                      left join member_groups product on product.tenant_id = b.tenant_id and product.member_id = b.product_id) f
                    where tenant_id = $1 and day < $2::date) facts
                  group by d0, d1, d2) part
                union all select d0, d1, d2, null::float8 as q0, null::float8 as q1, null::float8 as q2, null::float8 as q3, null::float8 as q4, q5, q6, null::float8 as q7
                from (
                  select 0 as lvl, d0, d1, d2, coalesce(sum((quantity_milli)::float8), 0) as q5, coalesce(sum((value_minor)::float8) filter (where currency = 'EUR'), 0) as q6
                  from (
                    select coalesce(completed_category_id, 0) as d0, coalesce(warehouse_id, 0) as d1, coalesce(product_id, 0) as d2, f.*
                    from (
                      select b.*, coalesce(b.category_id, product.category_id) as completed_category_id, coalesce(b.supplier_id, product.supplier_id) as completed_supplier_id, coalesce(b.abc_class_id, product.abc_class_id) as completed_abc_class_id
                      from stock_movements b
                      left join member_groups product on product.tenant_id = b.tenant_id and product.member_id = b.product_id) f
                    where tenant_id = $1 and day < $3::date) facts
                  group by d0, d1, d2) part
                union all select d0, d1, d2, null::float8 as q0, null::float8 as q1, null::float8 as q2, null::float8 as q3, null::float8 as q4, null::float8 as q5, null::float8 as q6, q7
                from (
                  select 0 as lvl, d0, d1, d2, coalesce(sum((-value_minor)::float8) filter (where (movement_type = 2) and currency = 'EUR'), 0) as q7
                  from (
                    select coalesce(completed_category_id, 0) as d0, coalesce(warehouse_id, 0) as d1, coalesce(product_id, 0) as d2, f.*
                    from (
                      select b.*, coalesce(b.category_id, product.category_id) as completed_category_id, coalesce(b.supplier_id, product.supplier_id) as completed_supplier_id, coalesce(b.abc_class_id, product.abc_class_id) as completed_abc_class_id
                      from stock_movements b
                      left join member_groups product on product.tenant_id = b.tenant_id and product.member_id = b.product_id) f
                    where tenant_id = $1 and day >= $3::date and day < $2::date) facts
                  group by d0, d1, d2) part ) parts
              group by d0, d1, d2) q
            cross join lateral (
              select coalesce(q0, 0) as on_hand, coalesce(q1, 0) as stock_value, coalesce(q2, 0) as incoming, coalesce(q3, 0) as incoming_value, coalesce(q4, 0) as unvalued, coalesce(q5, 0) as on_hand_before, coalesce(q6, 0) as value_before, coalesce(q7, 0) as issued) judged) items
          group by d0) part) part
      union all select side, lvl, d0, r0, r1, r2, r3, r4, null::float8 as r5, null::float8 as r6, null::float8 as r7, null::float8 as r8, r9, null::float8 as r10, null::float8 as r11
      from (
        select 0 as side, lvl, d0, r0, r1, r2, r3, r4, r9
        from (
          select 2 as lvl, null::int as d0, r0, r1, r2, r3, r4, r9
          from (
            select 0 as lvl, coalesce(sum(verdict0), 0) as r0, coalesce(sum(verdict1), 0) as r1, coalesce(sum(verdict2), 0) as r2, coalesce(sum(verdict3), 0) as r3, coalesce(sum(verdict4), 0) as r4, coalesce(sum(verdict5), 0) as r9
            from (
              select (case when incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0 then issued else 0 end) as verdict0, (case when incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0 then value_before else 0 end) as verdict1, (case when incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0 then stock_value else 0 end) as verdict2, (case when incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0 then 1 else 0 end) as verdict3, (case when (incoming_value > 0 or stock_value <> 0) then 1 else 0 end) as verdict4, (case when (incoming_value > 0 or stock_value <> 0) and not (incoming > 0 and on_hand >= 0 and incoming_value > 0 and stock_value >= 0 and unvalued = 0 and on_hand_before >= 0 and value_before >= 0) then 1 else 0 end) as verdict5
              from (
                select d0, d1, sum(q0) as q0, sum(q1) as q1, sum(q2) as q2, sum(q3) as q3, sum(q4) as q4, sum(q5) as q5, sum(q6) as q6, sum(q7) as q7
                from (
                  select d0, d1, q0, q1, q2, q3, q4, null::float8 as q5, null::float8 as q6, null::float8 as q7
                  from (
                    select 0 as lvl, d0, d1, sum(x0) as q0, sum(x1) as q1, sum(x2) as q2, sum(x3) as q3, sum(x4) as q4
                    from (
                      select key1 as d0, key2 as d1, sums[1]::float8 as x0, sums[2]::float8 as x1, sums[3]::float8 as x2, sums[4]::float8 as x3, sums[5]::float8 as x4
                      from rollup_cells
                      where tenant_id = $1 and rollup = 108 and tier = 3 and bucket < $4::date
                      union all select key1 as d0, key2 as d1, sums[1]::float8 as x0, sums[2]::float8 as x1, sums[3]::float8 as x2, sums[4]::float8 as x3, sums[5]::float8 as x4
                      from rollup_cells
                      where tenant_id = $1 and rollup = 108 and tier = 1 and bucket >= $4::date and bucket < $2::date ) cells
                    group by d0, d1) part
                  union all select d0, d1, null::float8 as q0, null::float8 as q1, null::float8 as q2, null::float8 as q3, null::float8 as q4, q5, q6, null::float8 as q7
                  from (
                    select 0 as lvl, d0, d1, sum(x0) as q5, sum(x1) as q6
                    from (
                      select key1 as d0, key2 as d1, sums[1]::float8 as x0, sums[2]::float8 as x1
                      from rollup_cells
                      where tenant_id = $1 and rollup = 108 and tier = 3 and bucket < $3::date ) cells
                    group by d0, d1) part
                  union all select d0, d1, null::float8 as q0, null::float8 as q1, null::float8 as q2, null::float8 as q3, null::float8 as q4, null::float8 as q5, null::float8 as q6, q7
                  from (
                    select 0 as lvl, d0, d1, sum(x0) as q7
                    from (
                      select key1 as d0, key2 as d1, sums[10]::float8 as x0
                      from rollup_cells
                      where tenant_id = $1 and rollup = 108 and tier = 3 and bucket >= $3::date and bucket < $4::date
                      union all select key1 as d0, key2 as d1, sums[10]::float8 as x0
                      from rollup_cells
                      where tenant_id = $1 and rollup = 108 and tier = 1 and bucket >= $4::date and bucket < $2::date ) cells
                    group by d0, d1) part ) parts
                group by d0, d1) q
              cross join lateral (
                select coalesce(q0, 0) as on_hand, coalesce(q1, 0) as stock_value, coalesce(q2, 0) as incoming, coalesce(q3, 0) as incoming_value, coalesce(q4, 0) as unvalued, coalesce(q5, 0) as on_hand_before, coalesce(q6, 0) as value_before, coalesce(q7, 0) as issued) judged) items) whole) part) part
      union all select side, lvl, d0, null::float8 as r0, null::float8 as r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, r5, r6, r7, r8, null::float8 as r9, null::float8 as r10, null::float8 as r11
      from (
        select 0 as side, lvl, d0, r5, r6, r7, r8
        from (
          select 0 as lvl, d0, coalesce(sum(verdict0), 0) as r5, coalesce(sum(verdict1), 0) as r6, coalesce(sum(verdict2), 0) as r7, coalesce(sum(verdict3), 0) as r8
          from (
            select q.d0, (case when incoming > 0 and on_hand >= 0 then on_hand else 0 end) as verdict0, (case when incoming > 0 and on_hand >= 0 then outbound else 0 end) as verdict1, (case when incoming > 0 and on_hand >= 0 then 1 else 0 end) as verdict2, (case when true then 1 else 0 end) as verdict3
            from (
              select d0, d1, d2, sum(q0) as q0, sum(q1) as q1, sum(q2) as q2, sum(q3) as q3, sum(q4) as q4, sum(q5) as q5
              from (
                select d0, d1, d2, q0, q1, q2, q3, q4, null::float8 as q5
                from (
                  select 0 as lvl, d0, d1, d2, coalesce(sum((quantity_milli)::float8), 0) as q0, coalesce(sum((value_minor)::float8) filter (where currency = 'EUR'), 0) as q1, count(*) filter (where (quantity_milli > 0 or counted_milli is not null)) as q2, count(*) filter (where ((quantity_milli > 0 or counted_milli is not null)) and currency = 'EUR') as q3, count(*) filter (where value_minor is null and quantity_milli <> 0) as q4
                  from (
                    select coalesce(completed_category_id, 0) as d0, coalesce(warehouse_id, 0) as d1, coalesce(product_id, 0) as d2, f.*
                    from (
                      select b.*, coalesce(b.category_id, product.category_id) as completed_category_id, coalesce(b.supplier_id, product.supplier_id) as completed_supplier_id, coalesce(b.abc_class_id, product.abc_class_id) as completed_abc_class_id
                      from stock_movements b
                      left join member_groups product on product.tenant_id = b.tenant_id and product.member_id = b.product_id) f
                    where tenant_id = $1 and day < $2::date) facts
                  group by d0, d1, d2) part
                union all select d0, d1, d2, null::float8 as q0, null::float8 as q1, null::float8 as q2, null::float8 as q3, null::float8 as q4, q5
                from (
                  select 0 as lvl, d0, d1, d2, coalesce(sum((-quantity_milli)::float8) filter (where movement_type = 2), 0) as q5
                  from (
                    select coalesce(completed_category_id, 0) as d0, coalesce(warehouse_id, 0) as d1, coalesce(product_id, 0) as d2, f.*
                    from (
                      select b.*, coalesce(b.category_id, product.category_id) as completed_category_id, coalesce(b.supplier_id, product.supplier_id) as completed_supplier_id, coalesce(b.abc_class_id, product.abc_class_id) as completed_abc_class_id
                      from stock_movements b
                      left join member_groups product on product.tenant_id = b.tenant_id and product.member_id = b.product_id) f
                    where tenant_id = $1 and day >= $5::date and day < $2::date) facts
                  group by d0, d1, d2) part ) parts
              group by d0, d1, d2) q
            cross join lateral (
              select coalesce(q0, 0) as on_hand, coalesce(q1, 0) as stock_value, coalesce(q2, 0) as incoming, coalesce(q3, 0) as incoming_value, coalesce(q4, 0) as unvalued, coalesce(q5, 0) as outbound) judged) items
          group by d0) part) part
      union all select side, lvl, d0, null::float8 as r0, null::float8 as r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, r5, r6, r7, r8, null::float8 as r9, null::float8 as r10, r11
      from (
        select 0 as side, lvl, d0, r5, r6, r7, r8, r11
        from (
          select 2 as lvl, null::int as d0, r5, r6, r7, r8, r11
          from (
            select 0 as lvl, coalesce(sum(verdict0), 0) as r5, coalesce(sum(verdict1), 0) as r6, coalesce(sum(verdict2), 0) as r7, coalesce(sum(verdict3), 0) as r8, coalesce(sum(verdict4), 0) as r11
            from (
              select (case when incoming > 0 and on_hand >= 0 then on_hand else 0 end) as verdict0, (case when incoming > 0 and on_hand >= 0 then outbound else 0 end) as verdict1, (case when incoming > 0 and on_hand >= 0 then 1 else 0 end) as verdict2, (case when true then 1 else 0 end) as verdict3, (case when true and not (incoming > 0 and on_hand >= 0) then 1 else 0 end) as verdict4
              from (
                select d0, d1, sum(q0) as q0, sum(q1) as q1, sum(q2) as q2, sum(q3) as q3, sum(q4) as q4, sum(q5) as q5
                from (
                  select d0, d1, q0, q1, q2, q3, q4, null::float8 as q5
                  from (
                    select 0 as lvl, d0, d1, sum(x0) as q0, sum(x1) as q1, sum(x2) as q2, sum(x3) as q3, sum(x4) as q4
                    from (
                      select key1 as d0, key2 as d1, sums[1]::float8 as x0, sums[2]::float8 as x1, sums[3]::float8 as x2, sums[4]::float8 as x3, sums[5]::float8 as x4
                      from rollup_cells
                      where tenant_id = $1 and rollup = 108 and tier = 3 and bucket < $4::date
                      union all select key1 as d0, key2 as d1, sums[1]::float8 as x0, sums[2]::float8 as x1, sums[3]::float8 as x2, sums[4]::float8 as x3, sums[5]::float8 as x4
                      from rollup_cells
                      where tenant_id = $1 and rollup = 108 and tier = 1 and bucket >= $4::date and bucket < $2::date ) cells
                    group by d0, d1) part
                  union all select d0, d1, null::float8 as q0, null::float8 as q1, null::float8 as q2, null::float8 as q3, null::float8 as q4, q5
                  from (
                    select 0 as lvl, d0, d1, sum(x0) as q5
                    from (
                      select key1 as d0, key2 as d1, sums[8]::float8 as x0
                      from rollup_cells
                      where tenant_id = $1 and rollup = 108 and tier = 1 and bucket = any ($6::date[]) ) cells
                    group by d0, d1) part ) parts
                group by d0, d1) q
              cross join lateral (
                select coalesce(q0, 0) as on_hand, coalesce(q1, 0) as stock_value, coalesce(q2, 0) as incoming, coalesce(q3, 0) as incoming_value, coalesce(q4, 0) as unvalued, coalesce(q5, 0) as outbound) judged) items) whole) part) part
      union all select side, lvl, d0, null::float8 as r0, null::float8 as r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, null::float8 as r5, null::float8 as r6, null::float8 as r7, null::float8 as r8, null::float8 as r9, r10, null::float8 as r11
      from (
        select 0 as side, lvl, d0, r10
        from (
          select 0 as lvl, d0, sum(x0) as r10
          from (
            select key1 as d0, sums[20]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 105 and tier = 3 and bucket < $4::date
            union all select key1 as d0, sums[20]::float8 as x0
            from rollup_cells
            where tenant_id = $1 and rollup = 105 and tier = 1 and bucket >= $4::date and bucket < $2::date ) cells
          group by d0) part) part
      union all select side, lvl, d0, null::float8 as r0, null::float8 as r1, null::float8 as r2, null::float8 as r3, null::float8 as r4, null::float8 as r5, null::float8 as r6, null::float8 as r7, null::float8 as r8, null::float8 as r9, r10, null::float8 as r11
      from (
        select 0 as side, lvl, d0, r10
        from (
          select 2 as lvl, null::int as d0, r10
          from (
            select 0 as lvl, sum(x0) as r10
            from (
              select sums[20]::float8 as x0
              from rollup_cells
              where tenant_id = $1 and rollup = 100 and tier = 3 and bucket < $4::date
              union all select sums[20]::float8 as x0
              from rollup_cells
              where tenant_id = $1 and rollup = 100 and tier = 1 and bucket >= $4::date and bucket < $2::date ) cells) whole) part) part ) parts
    group by side, lvl, d0) side),
figures as (
  select s.lvl, s.d0, case when (coalesce(s.now_r3, 0))::float8 > 0 then (coalesce(s.now_r0, 0))::float8 / nullif((coalesce(s.now_r1, 0) + coalesce(s.now_r2, 0))::float8, 0) * 2 end as m0, case when (coalesce(s.now_r7, 0))::float8 > 0 then (coalesce(s.now_r5, 0))::float8 / nullif((coalesce(s.now_r6, 0))::float8, 0) * 28 end as m1, coalesce(s.now_r9, 0)::float8 as x0, coalesce(s.now_r10, 0)::float8 as x1, coalesce(s.now_r11, 0)::float8 as x2, coalesce((coalesce(s.now_r3, 0))::float8 / nullif((coalesce(s.now_r4, 0))::float8, 0), 0) as v0, coalesce((coalesce(s.now_r7, 0))::float8 / nullif((coalesce(s.now_r8, 0))::float8, 0), 0) as v1
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("category")) as "category", array_to_json(array_agg("inventory_turnover")) as "inventory_turnover", array_to_json(array_agg("days_of_cover")) as "days_of_cover", max(x0) as x0, max(x1) as x1, max(x2) as x2, max(v0) as v0, max(v1) as v1
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "category", m0 as "inventory_turnover", m1 as "days_of_cover", case when lvl = 2 then x0 end as x0, case when lvl = 2 then x1 end as x1, case when lvl = 2 then x2 end as x2, case when lvl = 2 then v0 end as v0, case when lvl = 2 then v1 end as v1
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
    where m.tenant_id = $1 and m.dimension = $7::text and m.id >= answer.d0
    order by m.id limit 1) member0 on member0.id = answer.d0
  order by lvl desc, m0 desc nulls last, d0 limit 10002) answer
