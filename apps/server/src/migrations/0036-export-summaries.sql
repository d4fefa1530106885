-- What a file of a report is about, so that two of them can be told apart in the list of exports.
alter table exports add column summary text not null default '';
alter table exports add column content text not null default 'all';
