-- A question that only asks an answer to go on from where it ended.
alter table messages add column is_continuation boolean not null default false;
-- Two answers of different models to one question, of which none has been chosen to go on with.
alter table messages add column is_compared boolean not null default false;
-- How models answer in a conversation; null where they answer as usual.
alter table conversations
  add column temperature real check (temperature between 0 and 1),
  add column answer_tokens integer check (answer_tokens between 256 and 4096);
