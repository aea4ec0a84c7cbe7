-- compatible-with: 0050
-- The history: the newest entries of all, of a person, and of a type of record.
create index concurrently audit_entry_newest on audit_entry (at desc, id desc);
create index concurrently audit_entry_of_person on audit_entry (actor_email, at desc, id desc);
create index concurrently audit_entry_of_type on audit_entry (entity_type, at desc, id desc);
drop index concurrently if exists audit_entry_by_time;
