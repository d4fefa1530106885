-- What someone saw when they gave feedback on a page, as far as they chose to show it: apart from the feedback, so that
-- lists do not carry it.
create table feedback_screenshots (
  tenant_id text not null,
  feedback_id text not null,
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp')),
  image bytea not null check (length(image) <= 700000),
  primary key (tenant_id, feedback_id),
  foreign key (tenant_id, feedback_id) references feedback (tenant_id, id) on delete cascade
);
alter table feedback_screenshots enable row level security;
alter table feedback_screenshots force row level security;
create policy tenant_wall on feedback_screenshots
  using (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  )
  with check (
    tenant_id = nullif(current_setting('app.tenant_id', true), '')
    or current_setting('app.tenant_id', true) = 'platform'
  );
