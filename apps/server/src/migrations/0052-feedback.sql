-- What people say of answers and of pages. A person's rows lie in their tenant, those of platform admins in the
-- platform's; those who run the platform read and answer all.
create table feedback (
  tenant_id text not null,
  id text not null default gen_random_uuid()::text,
  uid text not null,
  kind text not null check (kind in ('answer', 'page')),
  rating text check (rating in ('up', 'down')),
  category text check (category in ('problem', 'idea', 'question', 'praise')),
  reasons text[] not null default '{}',
  body text,
  -- The answer as it was: question, reading, query and figures. Null for pages.
  answer jsonb,
  -- What it should have been, as a query.
  expected jsonb,
  page text not null,
  page_query text,
  request_id text,
  product_version text,
  viewport text,
  state text not null default 'new' check (state in ('new', 'triaged', 'in_work', 'fixed', 'will_not', 'withdrawn')),
  assignee text,
  inner_note text,
  tags text[] not null default '{}',
  duplicate_of text,
  reply text,
  replied_at timestamptz,
  replied_by text,
  is_read boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  check ((kind = 'answer') = (answer is not null))
);
create index feedback_newest on feedback (tenant_id, created_at desc, id desc);
create index feedback_by_person on feedback (tenant_id, uid, created_at desc);
create index feedback_by_id on feedback (id);
create index feedback_by_time on feedback (created_at desc);
alter table feedback enable row level security;
alter table feedback force row level security;
create policy tenant_wall on feedback
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );
