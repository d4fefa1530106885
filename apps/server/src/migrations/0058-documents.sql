-- Documents that questions in words are answered from: for all tenants, under the platform's own id, or for one.
create table training_documents (
  tenant_id text not null,
  id text not null,
  for_tenant text generated always as (nullif(tenant_id, 'platform')) stored,
  name text not null,
  kind text not null check (kind in ('file', 'address')),
  url text,
  read_every text not null default 'never' check (read_every in ('never', 'day', 'week', 'month')),
  next_reading_at timestamptz,
  checked_at timestamptz,
  -- How the latest version stands. Passages of `found_version` can be found meanwhile.
  state text not null check (state in ('queued', 'reading', 'searchable', 'failed', 'cancelled')),
  latest_version integer not null,
  found_version integer,
  progress real not null default 0,
  problem text,
  -- What someone should know of a document that can be found: an address that failed, pages without text.
  remark text,
  -- Since when nobody can say that what is found is still true, because its address could not be read.
  unconfirmed_since timestamptz,
  searchable_at timestamptz,
  pages integer,
  passages integer not null default 0,
  held_passages integer not null default 0,
  characters integer not null default 0,
  expires_on date,
  stale_after_days integer,
  note text,
  created_by text,
  status text not null default 'active' check (status in ('active', 'archived')),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index training_documents_by_id on training_documents (id);
create index training_documents_due on training_documents (next_reading_at) where next_reading_at is not null;

-- What was sent or fetched, as it came.
create table document_versions (
  tenant_id text not null,
  document text not null,
  number integer not null,
  file_name text not null,
  bytes bigint not null,
  hash text not null,
  -- Who brought it: a person, a reading by the clock, or an older version that was restored.
  origin text not null check (origin in ('sent', 'fetched', 'scheduled', 'restored')),
  added_by text,
  added_at timestamptz not null,
  -- Rises with each reading, so that one that was stopped stores nothing.
  attempt integer not null default 0,
  format text,
  pages integer,
  passages integer,
  problem text,
  primary key (tenant_id, document, number),
  foreign key (tenant_id, document) references training_documents (tenant_id, id) on delete cascade
);
create index document_versions_by_hash on document_versions (tenant_id, hash);

create table document_parts (
  tenant_id text not null,
  document text not null,
  number integer not null,
  part integer not null,
  content bytea not null,
  primary key (tenant_id, document, number, part),
  foreign key (tenant_id, document, number) references document_versions (tenant_id, document, number) on delete cascade
);

-- The pieces of the version that can be found.
create table passages (
  tenant_id text not null,
  id bigint generated always as identity,
  document text not null,
  position integer not null,
  kind text not null check (kind in ('text', 'table')),
  headings text[] not null,
  page integer,
  content text not null,
  -- What was read, where someone has mended it.
  original text,
  hash text not null,
  state text not null check (state in ('found', 'off', 'held', 'rejected')),
  -- Why it is held back until somebody has looked at it.
  reason text,
  -- Somebody has looked at what was held back and found it harmless.
  is_released boolean not null default false,
  primary key (tenant_id, id),
  unique (tenant_id, document, position),
  foreign key (tenant_id, document) references training_documents (tenant_id, id) on delete cascade
);

-- The words of the passages that can be found, with how much each tells of its passage. They are looked up by equality
-- alone, so that the index is used behind the tenant wall.
create table passage_words (
  tenant_id text not null,
  word text not null,
  passage bigint not null,
  document text not null,
  weight real not null,
  primary key (tenant_id, word, passage),
  foreign key (tenant_id, passage) references passages (tenant_id, id) on delete cascade
);
create index passage_words_by_passage on passage_words (tenant_id, passage);

-- By which beginnings and ends a word is found that was typed with an error.
create table passage_spellings (
  tenant_id text not null,
  key text not null,
  word text not null,
  document text not null,
  primary key (tenant_id, key, word, document),
  foreign key (tenant_id, document) references training_documents (tenant_id, id) on delete cascade
);
create index passage_spellings_by_document on passage_spellings (tenant_id, document);

alter table training_use drop constraint training_use_kind_check;
alter table training_use add constraint training_use_kind_check check (kind in ('word', 'example', 'answer', 'document'));

do $$
declare
  name text;
begin
  foreach name in array array['training_documents', 'document_versions', 'document_parts', 'passages', 'passage_words', 'passage_spellings']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant_wall on %I
      using (
        tenant_id = nullif(current_setting('app.tenant_id', true), '')
        or current_setting('app.tenant_id', true) = 'platform'
      )
      with check (
        tenant_id = nullif(current_setting('app.tenant_id', true), '')
        or current_setting('app.tenant_id', true) = 'platform'
      )$policy$, name);
  end loop;
  -- For reading alone. Files and their history are for those who look after them.
  foreach name in array array['training_documents', 'passages', 'passage_words', 'passage_spellings']
  loop
    execute format($policy$create policy platform_read on %I for select using (
      tenant_id = 'platform' and nullif(current_setting('app.tenant_id', true), '') is not null)$policy$, name);
  end loop;
end;
$$;
