-- $1 = "tenant"
-- $2 = "2026-03-01"
-- $3 = "2026-03-19"
-- $4 = [4,7]
-- $5 = "product"
with slots as (
  select lvl, d0, r0 as now_r0, r1 as now_r1, r2 as now_r2, r3 as now_r3
  from (
    select side, lvl, d0, sum(r0) as r0, sum(r1) as r1, sum(r2) as r2, sum(r3) as r3
    from (
      select side, lvl, d0, r0, null::float8 as r1, null::float8 as r2, null::float8 as r3
      from (
        select 0 as side, lvl, d0, r0
        from (
          select case when grouping(d0) = 1 then 2 else 0 end as lvl, d0, count(distinct customer_key) filter (where not is_return) as r0
          from (
            select coalesce(product_id, 0) as d0, f.*
            from (
              select b.*, coalesce(b.category_id, product.category_id) as completed_category_id, coalesce(b.region_id, branch.region_id) as completed_region_id
              from sale_lines b
              left join member_groups product on product.tenant_id = b.tenant_id and product.member_id = b.product_id
              left join member_groups branch on branch.tenant_id = b.tenant_id and branch.member_id = b.branch_id) f
            where tenant_id = $1 and day >= $2::date and day < $3::date and coalesce(branch_id, 0) = any ($4::int[])) facts
          group by grouping sets ((d0), ())) part) part
      union all select side, lvl, d0, null::float8 as r0, r1, r2, r3
      from (
        select 0 as side, lvl, d0, r1, r2, r3
        from (
          select case when grouping(d0) = 1 then 2 else 0 end as lvl, d0, count(*) filter (where not is_return and customer_key is not null) as r1, count(*) filter (where not is_return) as r2, count(*) filter (where not is_return and customer_key is null) as r3
          from (
            select coalesce(product_id, 0) as d0, f.*
            from (
              select b.*, coalesce(b.category_id, product.category_id) as completed_category_id, coalesce(b.region_id, branch.region_id) as completed_region_id
              from sale_lines b
              left join member_groups product on product.tenant_id = b.tenant_id and product.member_id = b.product_id
              left join member_groups branch on branch.tenant_id = b.tenant_id and branch.member_id = b.branch_id) f
            where tenant_id = $1 and day >= $2::date and day < $3::date and coalesce(branch_id, 0) = any ($4::int[])) facts
          group by grouping sets ((d0), ())) part) part ) parts
    group by side, lvl, d0) side),
figures as (
  select s.lvl, s.d0, case when ((coalesce(s.now_r1, 0))::float8 > 0 or (coalesce(s.now_r2, 0))::float8 = 0) then (coalesce(s.now_r0, 0))::float8 end as m0, coalesce(s.now_r3, 0)::float8 as x0, (coalesce(s.now_r1, 0))::float8 / nullif((coalesce(s.now_r2, 0))::float8, 0) as v0
  from slots s)
select array_to_json(array_agg(lvl)) as lvl, array_to_json(array_agg("product")) as "product", array_to_json(array_agg("customer_count")) as "customer_count", max(x0) as x0, max(v0) as v0
from (
  select lvl as lvl, case when answer.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as "product", m0 as "customer_count", case when lvl = 2 then x0 end as x0, case when lvl = 2 then v0 end as v0
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
