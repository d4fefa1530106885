-- The ids in whose names audit entries or heads are kept, also those of ids that are no tenant. Row-level security holds
-- back the owner too, so it is lifted for the length of this call, behind a lock: nobody else ever sees it lifted.
create function list_audit_chains() returns setof text language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '2s' as $$
declare
  chain text;
begin
  alter table audit_heads no force row level security;
  alter table audit_entries no force row level security;
  select min(tenant_id) into chain from audit_entries;
  -- From one id to the next by the index: a chain may be long.
  while chain is not null loop
    return next chain;
    select min(tenant_id) into chain from audit_entries where tenant_id > chain;
  end loop;
  return query select h.tenant_id from audit_heads h
    where not exists (select 1 from audit_entries e where e.tenant_id = h.tenant_id);
  alter table audit_heads force row level security;
  alter table audit_entries force row level security;
end $$;
revoke all on function list_audit_chains from public;
grant execute on function list_audit_chains to console_app;

-- Between which instants entries without a place in a chain could be written: until chains came with 0010.
create function audit_before_chains() returns table (since timestamptz, until timestamptz) language sql stable
security definer set search_path = public, pg_temp as $$
  select min(applied_at), max(applied_at) filter (where name like '0010-%') from schema_migrations
$$;
revoke all on function audit_before_chains from public;
grant execute on function audit_before_chains to console_app;
