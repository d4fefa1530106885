-- What a person shows of a conversation to others of their organisation: a copy of the moment when it was shared.
create table conversation_shares (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  conversation_id text not null,
  owner_uid text not null,
  title text not null,
  messages jsonb not null,
  -- What its answers stand on, as far as its owner may read that. Readers need all of it.
  permissions text[] not null,
  shared_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, conversation_id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
create index conversation_shares_of_person on conversation_shares (tenant_id, owner_uid, shared_at desc, id);

alter table conversation_shares enable row level security;
alter table conversation_shares force row level security;
create policy tenant_wall on conversation_shares
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
