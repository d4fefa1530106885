-- The rejected rows of one run are listed and closed together, whatever their state.
create index source_rejects_by_run on source_rejects (tenant_id, run_id, id);
