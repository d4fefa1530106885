-- A removed connection is kept without its secrets for as long as its loads can be undone; nobody reads or changes it.
alter table source_connections add column removed_at timestamptz;
