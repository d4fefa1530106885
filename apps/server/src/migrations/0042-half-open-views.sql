-- Views end before `to` now: those that were kept ended with it. The same days are meant as before.
create function pg_temp.move_end(kept text) returns text language plpgsql as $$
declare
  last text := substring(kept from '(?:^|&)to=(\d{4}-\d{2}-\d{2})(?:&|$)');
begin
  if last is null then return kept; end if;
  return regexp_replace(kept, '(^|&)to=\d{4}-\d{2}-\d{2}(?=&|$)', '\1to=' || to_char(last::date + 1, 'YYYY-MM-DD'));
exception
  -- What is no day of the calendar is refused when the view is opened, as it was before.
  when datetime_field_overflow or invalid_datetime_format then return kept;
end $$;

update saved_views set query = pg_temp.move_end(query) where query like '%to=%';
update exports set query = pg_temp.move_end(query) where query like '%to=%';
-- How people have left their reports.
update user_choices set value = to_jsonb(pg_temp.move_end(value #>> '{}'))
  where name like 'report:%' and jsonb_typeof(value) = 'string' and value #>> '{}' like '%to=%';

drop function pg_temp.move_end(text);
