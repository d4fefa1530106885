-- Words of lines are found by their beginning: the index of arrays knows whole elements alone, that of text vectors knows
-- beginnings too.
drop index log_lines_by_word;
create index log_lines_by_word on log_lines using gin (array_to_tsvector(search_parts));
