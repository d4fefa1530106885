-- Groups are looked up by their member. With statistics of its tenants the database expects no groups of one that has
-- just come, and reads all of them for each of its facts; without, it expects some of everyone.
alter table member_groups alter column tenant_id set statistics 0;
-- What was gathered before stays until the column is defined anew, which a policy on it would refuse.
drop policy tenant_wall on member_groups;
alter table member_groups alter column tenant_id type text;
create policy tenant_wall on member_groups
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- A number of an own field is used again, but not as the same field: what was meant for the one before is refused by its
-- id, and the number that has rested longest is taken first.
alter table own_fields
  add column id uuid not null default gen_random_uuid(),
  -- Its values are cleared: nothing is left of it but since when its number is free.
  add column cleared_at timestamptz;
