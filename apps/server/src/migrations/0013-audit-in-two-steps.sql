-- Notes go to the chains of several tenants at once: one call takes the chains, one adds to them. Each chain is looked
-- at as its own tenant; afterwards the transaction is the tenant's that it was before.

-- Takes hold of the newest note of each tenant until the end of the transaction, in the given order.
create function take_audit_heads(tenants text[]) returns setof audit_heads language plpgsql as $$
declare
  own text := current_setting('app.tenant_id', true);
  one text;
begin
  foreach one in array tenants loop
    perform set_config('app.tenant_id', one, true);
    return query select * from audit_heads h where h.tenant_id = one for update;
    if not found then
      -- The update takes hold of a head that another transaction has made in this moment.
      return query insert into audit_heads as h (tenant_id, seq, mark, seal) values (one, 0, '', '')
        on conflict (tenant_id) do update set seq = h.seq returning h.*;
    end if;
  end loop;
  perform set_config('app.tenant_id', own, true);
end $$;

-- Adds notes, in the columns of their table, and moves each tenant's head on to its newest.
create function append_audit(entries jsonb, heads jsonb) returns void language plpgsql as $$
declare
  own text := current_setting('app.tenant_id', true);
  head audit_heads;
begin
  for head in select * from jsonb_populate_recordset(null::audit_heads, heads) loop
    perform set_config('app.tenant_id', head.tenant_id, true);
    insert into audit_entries select e.* from jsonb_populate_recordset(null::audit_entries, entries) e
      where e.tenant_id = head.tenant_id;
    update audit_heads h set seq = head.seq, mark = head.mark, seal = head.seal where h.tenant_id = head.tenant_id;
  end loop;
  perform set_config('app.tenant_id', own, true);
end $$;
