-- compatible-with: 0026
-- How often each short link was opened. No index holds it, so that counting is a HOT update.
alter table shortlink add column opens bigint not null default 0 check (opens >= 0);
