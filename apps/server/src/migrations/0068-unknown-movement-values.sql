-- A movement whose value nobody knows is no movement of no value.
alter table stock_movements alter column value_minor drop not null;
