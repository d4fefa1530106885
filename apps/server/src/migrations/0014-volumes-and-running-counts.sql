-- How many facts all tenants together have on each day, and how many tenants have any: read for the platform's pages,
-- where adding up the days of every tenant takes the longer the more tenants there are.
create table platform_volumes (
  fact text not null,
  day date not null,
  rows bigint not null,
  tenants integer not null,
  primary key (fact, day)
);
insert into platform_volumes (fact, day, rows, tenants)
  select fact, day, sum(rows), count(*) from tenant_volumes group by fact, day;
drop index tenant_volumes_by_day;

-- Follows every change of a tenant's volumes, whoever makes it.
create function note_platform_volumes() returns trigger language plpgsql as $$
begin
  -- Most settlings leave the counts of their days as they were: these wait for nobody.
  if tg_op = 'DELETE' then
    perform from before limit 1;
  else
    perform from after limit 1;
  end if;
  if not found then
    return null;
  end if;
  -- One transaction at a time, so that two that change the same days never wait for each other in a circle.
  perform pg_advisory_xact_lock(hashtextextended('platform_volumes', 0));
  if tg_op <> 'INSERT' then
    update platform_volumes v set rows = v.rows - gone.rows, tenants = v.tenants - gone.tenants
    from (select fact, day, sum(rows) as rows, count(*) as tenants from before group by fact, day) gone
    where v.fact = gone.fact and v.day = gone.day;
  end if;
  if tg_op <> 'DELETE' then
    insert into platform_volumes as v (fact, day, rows, tenants)
    select fact, day, sum(rows), count(*) from after group by fact, day
    on conflict (fact, day) do update set rows = v.rows + excluded.rows, tenants = v.tenants + excluded.tenants;
  end if;
  return null;
end $$;
create trigger volumes_come after insert on tenant_volumes
  referencing new table as after for each statement execute function note_platform_volumes();
create trigger volumes_go after delete on tenant_volumes
  referencing old table as before for each statement execute function note_platform_volumes();
create trigger volumes_change after update on tenant_volumes
  referencing old table as before new table as after for each statement execute function note_platform_volumes();

comment on column rollup_cells.sums is
  'The sums of the measures; in a histogram, how many values lie up to the end of each bin, from the lowest.';
