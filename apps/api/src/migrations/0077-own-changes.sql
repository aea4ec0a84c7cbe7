-- compatible-with: 0065
-- Which page made a change, so that it knows its own ones. A transaction that a page causes sets it.
alter table live_change add column tab text default nullif(current_setting('greenroom.tab', true), '');
