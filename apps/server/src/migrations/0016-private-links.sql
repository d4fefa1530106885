-- A link that opens an account stands apart from its mail's text, sealed, until the mail has left or the link has ended.
alter table mail_outbox
  add column sealed_link text,
  add column link_expires_at timestamptz,
  add check ((sealed_link is null) = (link_expires_at is null)),
  add check (sealed_link is null or state = 'waiting');
create index mail_outbox_links on mail_outbox (link_expires_at) where sealed_link is not null;

-- Links that were written into mails before are blacked out; a mail that still waits with one cannot be sent any more.
update mail_outbox set state = 'failed', error = 'The link in this mail was removed. Ask for a new one.'
  where state = 'waiting' and body ~ '(oobCode=|/thank-you#k=)';
update mail_outbox set
    body = regexp_replace(body, '\S*(oobCode=|/thank-you#k=)\S+', '[private link]', 'g'),
    html = regexp_replace(html, 'https?://[^\s"<]*oobCode=[^\s"<]+', '[private link]', 'g')
  where body ~ '(oobCode=|/thank-you#k=)' or html ~ 'oobCode=';

-- An invitation is not made void by somebody who asks for a new password for the same address.
alter table one_time_codes add column is_invitation boolean not null default false;
update one_time_codes set is_invitation = true
  where kind = 'PASSWORD_RESET' and expires_at - created_at > interval '1 hour';

-- Somebody whose password was made void has been here: they are not invited anew.
create or replace function fill_user_from_account() returns trigger language plpgsql as $$
begin
  select a.is_disabled, a.last_login_at, a.password_updated_at is not null or a.last_login_at is not null
    into new.is_locked, new.last_login_at, new.has_entered from accounts a where a.uid = new.uid;
  new.is_locked := coalesce(new.is_locked, false);
  new.has_entered := coalesce(new.has_entered, false);
  return new;
end $$;
create or replace function tell_user_of_account() returns trigger language plpgsql as $$
declare
  entered boolean := new.password_updated_at is not null or new.last_login_at is not null;
begin
  if new.is_disabled = old.is_disabled
      and entered = (old.password_updated_at is not null or old.last_login_at is not null) then
    -- A sign-in waits for nobody who changes the user at the same moment.
    perform 1 from users where uid = new.uid for no key update skip locked;
    if not found then return null; end if;
  end if;
  update users set is_locked = new.is_disabled, last_login_at = new.last_login_at, has_entered = entered
    where uid = new.uid;
  return null;
end $$;
drop trigger accounts_to_user on accounts;
create trigger accounts_to_user after update of is_disabled, password_updated_at, last_login_at on accounts
  for each row when (old.is_disabled is distinct from new.is_disabled
    or old.last_login_at is distinct from new.last_login_at
    or (old.password_updated_at is null) <> (new.password_updated_at is null))
  execute function tell_user_of_account();
update users set has_entered = true from accounts a
  where a.uid = users.uid and not users.has_entered and a.password_updated_at is not null;
