-- Files that a person asks about. Each is its owner's alone.
create table assistant_files (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  owner_uid text not null,
  name text not null,
  bytes bigint not null,
  hash text not null,
  state text not null check (state in ('queued', 'reading', 'ready', 'failed')),
  -- Rises with each reading, so that one that was overtaken stores nothing.
  attempt integer not null default 0,
  progress real not null default 0,
  problem text,
  remark text,
  pages integer,
  is_kept boolean not null default false,
  used_at timestamptz not null,
  created_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index assistant_files_of_person on assistant_files (tenant_id, owner_uid, hash);

-- What was sent, as it came, until it has been read: from then on the text alone is kept.
create table assistant_file_parts (
  tenant_id text not null,
  file_id text not null,
  part integer not null,
  content bytea not null,
  primary key (tenant_id, file_id, part),
  foreign key (tenant_id, file_id) references assistant_files (tenant_id, id) on delete cascade
);

create table assistant_file_passages (
  tenant_id text not null,
  file_id text not null,
  position integer not null,
  kind text not null check (kind in ('text', 'table')),
  headings text[] not null,
  page integer,
  content text not null,
  -- The stems of its words, and how much each tells of it.
  words text[] not null,
  weights real[] not null,
  -- Why answers leave it out; null where they may quote it.
  reason text,
  primary key (tenant_id, file_id, position),
  foreign key (tenant_id, file_id) references assistant_files (tenant_id, id) on delete cascade
);

-- The files of a message by their names, which stay when the files are gone.
create table message_files (
  tenant_id text not null,
  message_id text not null,
  position integer not null,
  -- Null where it came with a conversation from elsewhere.
  file_id text,
  name text not null,
  bytes bigint not null,
  primary key (tenant_id, message_id, position),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index message_files_by_file on message_files (tenant_id, file_id);

do $$
declare
  name text;
begin
  foreach name in array array['assistant_files', 'assistant_file_parts', 'assistant_file_passages', 'message_files']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
      with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''))$policy$, name);
  end loop;
end;
$$;

-- Whether people may ask about files of their own.
alter table model_policies add column allows_attachments boolean not null default true;
