-- What those who run the platform have said of things that need attention: put off, or taken on.
create table attention_marks (
  item text primary key,
  snoozed_until timestamptz,
  assigned_to text,
  changed_at timestamptz not null,
  changed_by text not null
);
