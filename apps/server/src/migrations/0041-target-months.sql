-- A target may be for several days in a row, such as a month: it is spread over them when it is read.
alter table sales_targets add column last_day date;
