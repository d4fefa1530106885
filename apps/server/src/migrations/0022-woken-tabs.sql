-- When a tab last came with an old token, which another tab of the same browser had replaced while it slept.
alter table account_sessions add column woken_at timestamptz;
