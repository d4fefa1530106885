-- A load may be made of several files of the same columns.
update source_runs set task = (task - 'file')
    || jsonb_build_object('files', jsonb_build_array((task->'file') - 'columns'), 'columns', task->'file'->'columns')
  where task ? 'file';

-- What became of the rows of each file, in the order of the files.
alter table source_runs add column file_counts jsonb not null default '[]';

-- The day on which a rejected row of a file counts and what it is worth: files are compared with what we have by day.
alter table source_rejects add column day date;
alter table source_rejects add column amount bigint;
