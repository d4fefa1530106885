-- $1 = "tenant"
-- $2 = "documents"
-- $3 = "2026-01-01"
-- $4 = "2026-03-01"
-- $5 = "2026-03-19"
-- $6 = ["2026-01-01","2026-02-01","2026-03-01"]
-- $7 = ["2026-02-01","2026-03-01","2026-03-19"]
-- $8 = "department"
with documents_marks as materialized (
  select day
  from rollup_marks
  where tenant_id = $1 and fact = $2::text),
steps1 as (
  select d0, p, sum(x0) as r0
  from (
    select key1 as d0, date_trunc('month', bucket::timestamp)::date as p, sums[1]::float8 as x0
    from rollup_cells
    where tenant_id = $1 and rollup = 343 and tier = 3 and bucket >= $3::date and bucket < $4::date and bucket <> all (array(
        select distinct date_trunc('month', day::timestamp)::date as start
        from documents_marks
        where day >= $3::date and day < $4::date))
    union all select key1 as d0, date_trunc('month', bucket::timestamp)::date as p, sums[1]::float8 as x0
    from rollup_cells
    where tenant_id = $1 and rollup = 343 and tier = 1 and bucket >= $4::date and bucket < $5::date and bucket <> all (array(
        select day
        from documents_marks))
    union all select key1 as d0, date_trunc('month', bucket::timestamp)::date as p, sums[1]::float8 as x0
    from rollup_cells
    where tenant_id = $1 and rollup = 343 and tier = 1 and bucket = any (array(
        select generate_series(start, start + interval '1 month' - interval '1 day', '1 day')::date
        from (
          select distinct date_trunc('month', day::timestamp)::date as start
          from documents_marks
          where day >= $3::date and day < $4::date) changed)) and bucket <> all (array(
        select day
        from documents_marks))
    union all select k1 as d0, date_trunc('month', day::timestamp)::date as p, x0
    from (
      select day, coalesce(department_id, 0) as k1, coalesce(sum((pending)::float8) filter (where pending <> 0), 0) as x0
      from (
        select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, submitted_day as day, 1 as pending, 0 as overdue
        from documents
        where submitted_day is not null and (decided_day is null or decided_day > submitted_day)
        union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, decided_day as day, -1 as pending, 0 as overdue
        from documents
        where decided_day > submitted_day
        union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, overdue_day as day, 0 as pending, 1 as overdue
        from documents
        where overdue_day is not null and (decided_day is null or decided_day > overdue_day)
        union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, decided_day as day, 0 as pending, -1 as overdue
        from documents
        where decided_day > overdue_day) f
      where tenant_id = $1 and day = any (array(
          select day
          from documents_marks
          where day >= $3::date and day < $5::date))
      group by day, k1) facts ) cells
  group by d0, p
  union all select d0, null::date as p, sum(x0) as r0
  from (
    select key1 as d0, sums[1]::float8 as x0
    from rollup_cells
    where tenant_id = $1 and rollup = 343 and tier = 3 and bucket < $3::date and bucket <> all (array(
        select distinct date_trunc('month', day::timestamp)::date as start
        from documents_marks
        where day < $3::date))
    union all select key1 as d0, sums[1]::float8 as x0
    from rollup_cells
    where tenant_id = $1 and rollup = 343 and tier = 1 and bucket = any (array(
        select generate_series(start, start + interval '1 month' - interval '1 day', '1 day')::date
        from (
          select distinct date_trunc('month', day::timestamp)::date as start
          from documents_marks
          where day < $3::date) changed)) and bucket <> all (array(
        select day
        from documents_marks))
    union all select k1 as d0, x0
    from (
      select day, coalesce(department_id, 0) as k1, coalesce(sum((pending)::float8) filter (where pending <> 0), 0) as x0
      from (
        select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, submitted_day as day, 1 as pending, 0 as overdue
        from documents
        where submitted_day is not null and (decided_day is null or decided_day > submitted_day)
        union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, decided_day as day, -1 as pending, 0 as overdue
        from documents
        where decided_day > submitted_day
        union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, overdue_day as day, 0 as pending, 1 as overdue
        from documents
        where overdue_day is not null and (decided_day is null or decided_day > overdue_day)
        union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, decided_day as day, 0 as pending, -1 as overdue
        from documents
        where decided_day > overdue_day) f
      where tenant_id = $1 and day = any (array(
          select day
          from documents_marks
          where day < $3::date))
      group by day, k1) facts ) cells
  group by d0),
slots as (
  select lvl, d0, p, r0 as now_r0
  from (
    select side, lvl, d0, p, sum(r0) as r0
    from (
      select side, lvl, d0, p, r0
      from (
        select 0 as side, lvl, d0, p as p, r0
        from (
          select 0 as lvl, member.d0, start as p, coalesce(b.r0, 0) + sum(coalesce(s.r0, 0)) over (partition by member.d0
            order by start) as r0
          from (
            select distinct d0
            from steps1) member
          cross join unnest($6::date[], $7::date[]) as period (start, stop)
          left join steps1 s on s.d0 = member.d0 and s.p = start
          left join steps1 b on b.d0 = member.d0 and b.p is null) part) part
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
              where tenant_id = $1 and rollup = 340 and tier = 3 and bucket < $4::date and bucket <> all (array(
                  select distinct date_trunc('month', day::timestamp)::date as start
                  from documents_marks
                  where day < $4::date))
              union all select sums[1]::float8 as x0
              from rollup_cells
              where tenant_id = $1 and rollup = 340 and tier = 1 and bucket >= $4::date and bucket < $5::date and bucket <> all (array(
                  select day
                  from documents_marks))
              union all select sums[1]::float8 as x0
              from rollup_cells
              where tenant_id = $1 and rollup = 340 and tier = 1 and bucket = any (array(
                  select generate_series(start, start + interval '1 month' - interval '1 day', '1 day')::date
                  from (
                    select distinct date_trunc('month', day::timestamp)::date as start
                    from documents_marks
                    where day < $4::date) changed)) and bucket <> all (array(
                  select day
                  from documents_marks))
              union all select x0
              from (
                select day, coalesce(sum((pending)::float8) filter (where pending <> 0), 0) as x0
                from (
                  select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, submitted_day as day, 1 as pending, 0 as overdue
                  from documents
                  where submitted_day is not null and (decided_day is null or decided_day > submitted_day)
                  union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, decided_day as day, -1 as pending, 0 as overdue
                  from documents
                  where decided_day > submitted_day
                  union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, overdue_day as day, 0 as pending, 1 as overdue
                  from documents
                  where overdue_day is not null and (decided_day is null or decided_day > overdue_day)
                  union all select tenant_id, source, source_key, title, reference, document_type_id, status, owner_id, department_id, approver_id, supplier_id, branch_id, created_at, submitted_at, decided_at, due_at, expires_on, retain_until, is_rejected, is_on_hold, resubmissions, approval_seconds, decided_day as day, 0 as pending, -1 as overdue
                  from documents
                  where decided_day > overdue_day) f
                where tenant_id = $1 and day = any (array(
                    select day
                    from documents_marks
                    where day < $5::date))
                group by day) facts ) cells) whole) part) part ) parts
    group by side, lvl, d0, p) side),
figures as (
  select s.lvl, s.d0, s.p, case when s.d0 = -1 then 'Other' else coalesce(member0.name, 'Unassigned') end as n0, (coalesce(s.now_r0, 0))::float8 as m0
  from slots s
  left join members member0 on member0.tenant_id = $1 and member0.dimension = $8::text and member0.id = s.d0)
select lvl, n0 as "department", to_char(p, 'YYYY-MM-DD') as period, m0 as "pending_approval_count"
from (
  select f.*, 0 as rank
  from figures f
  where (f.lvl = 0) or f.lvl = 2 ) answer
order by lvl desc, p, m0 desc nulls last, d0 limit 10002
