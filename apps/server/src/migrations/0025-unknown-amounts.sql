-- An amount that a source has not given is unknown, not nothing: a margin without costs is no margin of 100 %.
alter table delivery_tasks
  alter column cost_minor drop not null,
  alter column cost_minor drop default,
  alter column cod_due_minor drop not null,
  alter column cod_due_minor drop default,
  alter column cod_collected_minor drop not null,
  alter column cod_collected_minor drop default,
  alter column cod_handed_over_minor drop not null,
  alter column cod_handed_over_minor drop default;
alter table stock_items
  alter column reorder_point_milli drop not null,
  alter column reorder_point_milli drop default,
  alter column unit_cost_minor drop not null,
  alter column unit_cost_minor drop default;
alter table order_lines
  alter column shipped_milli drop not null,
  alter column shipped_milli drop default;
alter table sale_lines
  alter column discount_minor drop not null,
  alter column discount_minor drop default,
  alter column cost_minor drop not null,
  alter column cost_minor drop default;
alter table documents
  alter column size_bytes drop not null,
  alter column size_bytes drop default;

-- In rows that are stored already, a 0 that a source gave cannot be told from a 0 that nobody gave. Where every row of
-- a source has 0 in a column, the source does not have that column, and it becomes unknown. Where any row has another
-- number, the source has the column, and its zeros stay. No stored sum changes by this; those that count what is known
-- are computed anew, because the shape of the rollups has changed.
do $$
declare
  amount record;
begin
  for amount in
    select * from (values
      ('delivery_tasks', 'cost_minor'),
      ('delivery_tasks', 'cod_due_minor'),
      ('delivery_tasks', 'cod_collected_minor'),
      ('delivery_tasks', 'cod_handed_over_minor'),
      ('stock_items', 'reorder_point_milli'),
      ('stock_items', 'unit_cost_minor'),
      ('order_lines', 'shipped_milli'),
      ('sale_lines', 'discount_minor'),
      ('sale_lines', 'cost_minor'),
      ('documents', 'size_bytes')
    ) amounts (fact, field)
  loop
    execute format(
      'update %1$I f set %2$I = null from
        (select tenant_id, source from %1$I group by tenant_id, source having bool_and(%2$I = 0)) silent
        where f.tenant_id = silent.tenant_id and f.source = silent.source',
      amount.fact, amount.field
    );
  end loop;
end $$;
