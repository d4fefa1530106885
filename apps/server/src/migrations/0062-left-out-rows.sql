-- A row that someone has chosen to leave out; its state goes back to that when what has closed it is undone.
alter table source_rejects add column is_left_out boolean not null default false;
update source_rejects set is_left_out = true where reason like 'Left out: %';

-- Of the rejected rows of a run those that someone has chosen to leave out: nothing waits for them.
alter table source_runs add column rows_left_out bigint not null default 0;
update source_runs run set rows_left_out = least(run.rows_rejected, (
  select count(*) from source_rejects reject
  where reject.tenant_id = run.tenant_id and reject.run_id = run.id and reject.is_left_out
)) where run.rows_rejected > 0;
