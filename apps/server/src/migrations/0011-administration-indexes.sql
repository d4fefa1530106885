-- What the list of people is sorted, filtered and searched by stands in its own table.
alter table users
  -- Since when the days without a sign-in count, where that is later than the last one: an unlocked account starts anew.
  add column awake_since timestamptz,
  -- Kept equal to the account by the triggers below.
  add column is_locked boolean not null default false,
  add column has_entered boolean not null default false,
  add column last_login_at timestamptz;
update users set is_locked = a.is_disabled, last_login_at = a.last_login_at,
    has_entered = a.password_hash is not null or a.last_login_at is not null
  from accounts a where a.uid = users.uid;
-- Every three letters that stand together: what a searched word must have, by which rows are found at once.
create function search_parts(words text) returns text[] language sql immutable parallel safe as $$
  select array(select distinct substr(words, n, 3) from generate_series(1, length(words) - 2) n)
$$;
alter table users
  add column status text not null generated always as (
    case when removed_at is not null then 'removed' when is_locked then 'locked'
      when not has_entered and invited_at is not null then 'invited' else 'active' end) stored,
  add column search_text text not null generated always as (
    lower(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) stored;
alter table users add column search_parts text[] not null generated always as (
  search_parts(lower(coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '')))) stored;

create function fill_user_from_account() returns trigger language plpgsql as $$
begin
  select a.is_disabled, a.last_login_at, a.password_hash is not null or a.last_login_at is not null
    into new.is_locked, new.last_login_at, new.has_entered from accounts a where a.uid = new.uid;
  new.is_locked := coalesce(new.is_locked, false);
  new.has_entered := coalesce(new.has_entered, false);
  return new;
end $$;
create trigger users_from_account before insert on users
  for each row execute function fill_user_from_account();

create function tell_user_of_account() returns trigger language plpgsql as $$
declare
  entered boolean := new.password_hash is not null or new.last_login_at is not null;
begin
  if new.is_disabled = old.is_disabled
      and entered = (old.password_hash is not null or old.last_login_at is not null) then
    -- A sign-in waits for nobody who changes the user at the same moment.
    perform 1 from users where uid = new.uid for no key update skip locked;
    if not found then return null; end if;
  end if;
  update users set is_locked = new.is_disabled, last_login_at = new.last_login_at, has_entered = entered
    where uid = new.uid;
  return null;
end $$;
create trigger accounts_to_user after update of is_disabled, password_hash, last_login_at on accounts
  for each row when (old.is_disabled is distinct from new.is_disabled
    or old.last_login_at is distinct from new.last_login_at
    or (old.password_hash is null) <> (new.password_hash is null))
  execute function tell_user_of_account();

drop index users_by_tenant;
create index users_by_tenant on users (tenant_id, uid);
create index users_of_tenant_by_login on users (tenant_id, last_login_at);
create index users_by_role on users (role, uid);
create index users_by_status on users (status, uid);
create index users_by_last_login on users (last_login_at, uid);
create index users_by_phone on users (phone, uid);
create index users_by_invitation on users (invited_at, uid);
create index users_by_parts on users using gin (search_parts);
create index users_present on users (tenant_id) where removed_at is null;
