-- What comes from a file was not written here: it is told apart, since nobody has checked its figures.
alter table conversations add column imported_at timestamptz;
alter table messages add column is_imported boolean not null default false;
