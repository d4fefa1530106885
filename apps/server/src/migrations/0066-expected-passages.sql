-- A question of an evaluation set can expect a passage of a document: where it stands, and what it is called in lists.
alter table evaluation_cases drop constraint evaluation_cases_expected_check;
alter table evaluation_cases add constraint evaluation_cases_expected_check
  check (expected in ('answer', 'clarify', 'refuse', 'no_answer', 'passage'));
alter table evaluation_cases add column passage text;
alter table evaluation_cases add column passage_words text;
alter table evaluation_cases add constraint evaluation_cases_passage_check
  check (expected <> 'passage' or passage is not null);
