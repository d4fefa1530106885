-- Columns that a tenant keeps of its own beside those that every tenant has: which there are, and what they are called.
create table own_fields (
  tenant_id text not null,
  fact text not null,
  number smallint not null check (number between 1 and 10),
  label text not null,
  added_at timestamptz not null,
  -- Nobody sees it any more, and its values are being cleared.
  removed_at timestamptz,
  primary key (tenant_id, fact, number)
);
create unique index own_fields_by_label on own_fields (tenant_id, fact, lower(label)) where removed_at is null;
alter table own_fields enable row level security;
alter table own_fields force row level security;
create policy tenant_wall on own_fields
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

alter table delivery_tasks
  add column own_1_id integer,
  add column own_2_id integer,
  add column own_3_id integer,
  add column own_4_id integer,
  add column own_5_id integer,
  add column own_6_id integer,
  add column own_7_id integer,
  add column own_8_id integer,
  add column own_9_id integer,
  add column own_10_id integer;
alter table stock_movements
  add column own_1_id integer,
  add column own_2_id integer,
  add column own_3_id integer,
  add column own_4_id integer,
  add column own_5_id integer,
  add column own_6_id integer,
  add column own_7_id integer,
  add column own_8_id integer,
  add column own_9_id integer,
  add column own_10_id integer;
alter table order_lines
  add column own_1_id integer,
  add column own_2_id integer,
  add column own_3_id integer,
  add column own_4_id integer,
  add column own_5_id integer,
  add column own_6_id integer,
  add column own_7_id integer,
  add column own_8_id integer,
  add column own_9_id integer,
  add column own_10_id integer;
alter table sale_lines
  add column own_1_id integer,
  add column own_2_id integer,
  add column own_3_id integer,
  add column own_4_id integer,
  add column own_5_id integer,
  add column own_6_id integer,
  add column own_7_id integer,
  add column own_8_id integer,
  add column own_9_id integer,
  add column own_10_id integer;
alter table documents
  add column own_1_id integer,
  add column own_2_id integer,
  add column own_3_id integer,
  add column own_4_id integer,
  add column own_5_id integer,
  add column own_6_id integer,
  add column own_7_id integer,
  add column own_8_id integer,
  add column own_9_id integer,
  add column own_10_id integer;
alter table ledger_postings
  add column own_1_id integer,
  add column own_2_id integer,
  add column own_3_id integer,
  add column own_4_id integer,
  add column own_5_id integer,
  add column own_6_id integer,
  add column own_7_id integer,
  add column own_8_id integer,
  add column own_9_id integer,
  add column own_10_id integer;

drop function tenant_figures(text);
create function tenant_figures(tenant text)
  returns table (time_zone text, currency text, grace integer, states json, kept integer[], marks json, own_fields json)
  language plpgsql stable as $$
begin
  return query select coalesce(t.time_zone, 'UTC'), coalesce(t.currency, 'USD'), coalesce(t.late_grace_minutes, 0)::integer, (
      select coalesce(json_agg(json_build_object('fact', s.fact, 'firstDay', s.first_day, 'lastDay', s.last_day,
        'ingestedAt', to_char(s.ingested_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))), '[]')
      from fact_states s where s.tenant_id = tenant
    ), array(select k.rollup::integer from kept_rollups k where k.tenant_id = tenant), (
      select coalesce(json_object_agg(marked.fact, marked.days), '{}')
      from (select m.fact, array_agg(m.day order by m.day) as days from rollup_marks m where m.tenant_id = tenant group by m.fact) marked
    ), (
      select coalesce(json_agg(json_build_object('fact', o.fact, 'number', o.number, 'label', o.label)
        order by o.fact, o.number), '[]')
      from own_fields o where o.tenant_id = tenant and o.removed_at is null
    )
  from (select 1) one left join tenants t on t.id = tenant;
end $$;
