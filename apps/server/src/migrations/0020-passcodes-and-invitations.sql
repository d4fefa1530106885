-- How often a wrong passcode was entered at a link lately, so that somebody is told once when passcodes are tried out.
alter table embed_links
  add column passcode_refusals integer not null default 0,
  add column passcode_refused_at timestamptz;

-- Until when an invitation counts, as it was promised with it.
alter table users add column invitation_ends_at timestamptz;
update users u set invitation_ends_at = (select max(c.expires_at) from one_time_codes c
  where c.uid = u.uid and c.kind = 'PASSWORD_RESET' and c.used_at is null) where u.status = 'invited';

-- How many invitations the people of a tenant have sent on a day.
create table invitation_counts (
  tenant_id text not null,
  day date not null,
  sent integer not null,
  primary key (tenant_id, day)
);
alter table invitation_counts enable row level security;
alter table invitation_counts force row level security;
create policy tenant_wall on invitation_counts
  using (tenant_id = nullif(current_setting('app.tenant_id', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant_id', true), ''));
