-- Which names of a list were known before a load began: a name that came later may wait for somebody to decide.
alter table members add column added_at timestamptz not null default now();

-- Sources that are mapped already took every new name so far, and go on so until somebody says otherwise.
update source_connections set mapping = jsonb_set(mapping, '{fields}', (
    select jsonb_object_agg(name, case
      when name = any(array['branch', 'channel', 'department', 'depot', 'payment_method', 'region', 'service_level', 'warehouse'])
      then field || '{"newNames": "take"}' else field end)
    from jsonb_each(mapping -> 'fields') as mapped (name, field)
  ))
  where jsonb_typeof(mapping -> 'fields') = 'object' and mapping -> 'fields' <> '{}';
