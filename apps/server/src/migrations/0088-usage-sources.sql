-- What evaluations ask of models is told beside what people ask, and counts against no limit.
alter table assistant_usage add column source text not null default 'chat' check (source in ('chat', 'evaluation'));
