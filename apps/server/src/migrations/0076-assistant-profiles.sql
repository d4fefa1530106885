-- What a person has told the assistant about how to answer them. Each is its owner's alone.
create table assistant_profiles (
  tenant_id text not null,
  owner_uid text not null,
  instructions text not null default '',
  is_memory_on boolean not null default false,
  updated_at timestamptz not null,
  primary key (tenant_id, owner_uid)
);

-- What the assistant is to remember of a person.
create table assistant_notes (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  owner_uid text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index assistant_notes_of_person on assistant_notes (tenant_id, owner_uid, md5(text));

-- Who of the platform opened a conversation, and why. It stays when the conversation is gone.
create table conversation_openings (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  conversation_id text not null,
  owner_uid text not null,
  opened_by text not null,
  reason text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create index conversation_openings_of_person on conversation_openings (tenant_id, owner_uid, created_at desc, id);

do $$
declare
  name text;
begin
  foreach name in array array['assistant_profiles', 'assistant_notes', 'conversation_openings']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))$policy$, name);
  end loop;
end;
$$;
