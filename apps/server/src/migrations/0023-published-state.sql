-- The state of a connection that pages and people were last told of, by the name that its readers have for it.
alter table source_connections rename column told_state to published_state;
alter table source_states rename column told_state to published_state;
