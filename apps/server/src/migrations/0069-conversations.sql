-- Conversations with the assistant: each is its owner's alone.
create table conversations (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  owner_uid text not null,
  -- The organisation that a platform admin asks about.
  about_tenant text,
  title text not null,
  folder text,
  is_pinned boolean not null default false,
  is_archived boolean not null default false,
  -- When a temporary one is removed.
  expires_at timestamptz,
  -- The last message of the branch that was shown last.
  leaf text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index conversations_of_person
  on conversations (tenant_id, owner_uid, is_archived, is_pinned desc, updated_at desc, id);
create index conversations_expiring on conversations (expires_at) where expires_at is not null;

create table messages (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  conversation_id text not null,
  parent text,
  role text not null check (role in ('user', 'assistant')),
  state text not null check (state in ('queued', 'working', 'done', 'stopped', 'failed', 'interrupted')),
  text text not null default '',
  thinking text not null default '',
  -- A meaning that was chosen in the place of the text.
  query jsonb,
  -- What the chips of the answer before were changed to.
  previous jsonb,
  answer jsonb,
  steps jsonb not null default '[]',
  unverified text[] not null default '{}',
  provider text,
  model text,
  problem jsonb,
  usage jsonb,
  rating text check (rating in ('up', 'down')),
  feedback_id text,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, conversation_id) references conversations (tenant_id, id) on delete cascade
);
create index messages_of_conversation on messages (tenant_id, conversation_id, created_at, id);

-- What an answer has come to while it is being written; gone once it has ended.
create table message_pieces (
  tenant_id text not null,
  message_id text not null,
  number integer not null,
  type text not null check (type in ('phase', 'text', 'thinking', 'step', 'answer')),
  data jsonb not null,
  primary key (tenant_id, message_id, number),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);

-- Answers that are to be written or being written, without a word of what they are about. The platform shares them out.
create table message_queue (
  tenant_id text not null,
  message_id text not null,
  owner_uid text not null,
  provider text,
  state text not null default 'waiting' check (state in ('waiting', 'working')),
  -- The process that writes it, and when that was last heard of.
  worker text,
  alive_at timestamptz,
  is_stop_wanted boolean not null default false,
  queued_at timestamptz not null,
  primary key (tenant_id, message_id),
  foreign key (tenant_id, message_id) references messages (tenant_id, id) on delete cascade
);
create index message_queue_waiting on message_queue (queued_at) where state = 'waiting';
create index message_queue_working on message_queue (alive_at) where state = 'working';

alter table conversations enable row level security;
alter table conversations force row level security;
create policy tenant_wall on conversations
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

alter table messages enable row level security;
alter table messages force row level security;
create policy tenant_wall on messages
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

alter table message_pieces enable row level security;
alter table message_pieces force row level security;
create policy tenant_wall on message_pieces
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

alter table message_queue enable row level security;
alter table message_queue force row level security;
create policy tenant_wall on message_queue
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );
