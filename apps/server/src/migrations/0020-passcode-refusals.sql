-- How often a wrong passcode was entered at a link lately, so that somebody is told once when passcodes are tried out.
alter table embed_links
  add column passcode_refusals integer not null default 0,
  add column passcode_refused_at timestamptz;
