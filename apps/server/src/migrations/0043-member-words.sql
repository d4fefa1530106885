-- The texts that lead to a member in a question: its name, parts of it, initials. Looked up by equality, which keeps its
-- index behind the tenant wall where similarity does not.
create table member_words (
  tenant_id text not null,
  word text not null,
  dimension text not null,
  member_id integer not null,
  kind smallint not null,
  primary key (tenant_id, word, dimension, member_id),
  foreign key (tenant_id, dimension, member_id) references members (tenant_id, dimension, id) on delete cascade
);
create index member_words_of_member on member_words (tenant_id, dimension, member_id);
alter table member_words enable row level security;
alter table member_words force row level security;
create policy tenant_wall on member_words
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));

-- The name that the words of a member were taken from: where it is another, they are taken anew.
alter table members add column worded_name text;
create index members_to_word on members (tenant_id) where worded_name is distinct from name;
