-- A saved search that tells its owner when it finds more lines than usual.
alter table log_searches add column alert_lines integer check (alert_lines between 0 and 10000);
alter table log_searches add column alert_minutes integer check (alert_minutes between 1 and 60);
alter table log_searches add column muted_until timestamptz;
-- Since when it finds too many; null while it does not.
alter table log_searches add column alerting_since timestamptz;
alter table log_searches add constraint log_searches_alert check ((alert_lines is null) = (alert_minutes is null));
create index log_searches_with_alert on log_searches (id) where alert_lines is not null;

-- Files of other things than reports: what one is of, and the page that shows the same.
alter table exports rename column report to subject;
alter table exports add column path text not null default '/tenant/reports';
alter table exports drop constraint exports_format_check;
alter table exports add constraint exports_format_check check (format in ('csv', 'xlsx', 'pdf', 'ndjson'));
