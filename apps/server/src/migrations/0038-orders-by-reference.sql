-- Orders are looked up by the beginning of their number.
create index delivery_tasks_by_order on delivery_tasks (tenant_id, lower(order_reference) text_pattern_ops)
  where order_reference is not null;
