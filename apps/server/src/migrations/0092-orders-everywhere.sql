-- One order is found in every kind of fact: sales, documents and postings say which one they belong to.
alter table sale_lines add column order_reference text;
alter table documents add column order_reference text;
alter table ledger_postings add column order_reference text;

-- Behind row-level security only plain comparisons of a column find their way by an index: no lower(), no like.
drop index delivery_tasks_by_order;
create index delivery_tasks_by_order on delivery_tasks (tenant_id, order_reference text_pattern_ops)
  where order_reference is not null;
create index order_lines_by_order on order_lines (tenant_id, order_reference text_pattern_ops);
create index stock_movements_by_reference on stock_movements (tenant_id, reference text_pattern_ops)
  where reference is not null;
create index sale_lines_by_order on sale_lines (tenant_id, order_reference text_pattern_ops)
  where order_reference is not null;
create index documents_by_order on documents (tenant_id, order_reference text_pattern_ops)
  where order_reference is not null;
create index ledger_postings_by_order on ledger_postings (tenant_id, order_reference text_pattern_ops)
  where order_reference is not null;
