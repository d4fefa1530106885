-- How often a run was taken up since it last came a piece further: what ends the process that reads it is not tried forever.
alter table source_runs add column stalls integer not null default 0;
