-- What is different for some roles: {"user": {"models": [...] or null, "default": "..." or null}}.
alter table model_policies add column roles jsonb not null default '{}' check (jsonb_typeof(roles) = 'object');
