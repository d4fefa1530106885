-- The rejected rows of one run are listed and closed together, whatever their state.
create index source_rejects_by_run on source_rejects (tenant_id, run_id, id);

-- Lists of names are called as the product calls their dimension. Rows of lists are known by that name.
create temporary table renamed_lists (old text, new text) on commit drop;
insert into renamed_lists values ('Account', 'Ledger account'), ('Zone', 'Delivery zone'), ('Bin zone', 'Storage area'),
  ('Abc class', 'ABC class'), ('Cost center', 'Cost centre');
update member_details set source_key = new || substr(source_key, length(old) + 1)
  from renamed_lists where starts_with(source_key, old || '|');
update fact_history set source_key = new || substr(source_key, length(old) + 1)
  from renamed_lists where fact = 'member_details' and starts_with(source_key, old || '|');
update source_connections set mapping = jsonb_set(mapping, '{fields,list,constant}', to_jsonb(new))
  from renamed_lists where mapping->>'fact' = 'member_details' and mapping #>> '{fields,list,constant}' = old;
update source_runs set task = jsonb_set(task, '{mapping,fields,list,constant}', to_jsonb(new))
  from renamed_lists where task #>> '{mapping,fact}' = 'member_details'
    and task #>> '{mapping,fields,list,constant}' = old;
