-- Since when the days without a sign-in count, where that is later than the last one: an unlocked account starts anew.
alter table users add column awake_since timestamptz;
