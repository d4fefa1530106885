-- Answers that a person keeps as questions: they are asked again with the data of the day. Each is its owner's alone.
create table assistant_pins (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  owner_uid text not null,
  title text not null,
  query jsonb not null,
  -- The period that moves with today; null where the days of the query are meant.
  period text,
  -- The answer that it was made from, which may be gone.
  message_id text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index assistant_pins_of_person on assistant_pins (tenant_id, owner_uid, created_at desc, id);

alter table assistant_pins enable row level security;
alter table assistant_pins force row level security;
create policy tenant_wall on assistant_pins
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
