-- What every answer depends on: a tenant's settings, the state of its facts, its rollups and its changed days. A function,
-- since every question begins with it and the database keeps a function's plan from call to call.
create function tenant_figures(tenant text)
  returns table (time_zone text, currency text, grace integer, states json, kept integer[], marks json)
  language plpgsql stable as $$
begin
  return query select coalesce(t.time_zone, 'UTC'), coalesce(t.currency, 'USD'), coalesce(t.late_grace_minutes, 0)::integer, (
      select coalesce(json_agg(json_build_object('fact', s.fact, 'firstDay', s.first_day, 'lastDay', s.last_day,
        'ingestedAt', to_char(s.ingested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
      from fact_states s where s.tenant_id = tenant
    ), array(select k.rollup::integer from kept_rollups k where k.tenant_id = tenant), (
      select coalesce(json_object_agg(marked.fact, marked.days), '{}')
      from (select m.fact, array_agg(m.day order by m.day) as days from rollup_marks m where m.tenant_id = tenant group by m.fact) marked
    )
  from (select 1) one left join tenants t on t.id = tenant;
end $$;
