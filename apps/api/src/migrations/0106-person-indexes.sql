-- A person's rows, the newest first; and the rows whose person a job has still to find.
create index concurrently app_user_of_person on app_user (person_id);
create index concurrently transaction_newest_of_person on transaction (person_id, created_at desc, id desc);
create index concurrently registration_newest_of_person on registration (person_id, created_at desc, id desc)
  where person_id is not null;
create index concurrently lead_newest_of_person on lead (person_id, created_at desc, id desc);
create index concurrently person_note_newest_of_person on person_note (person_id, written_at desc, id desc);
create index concurrently creator_of_person on creator (person_id);
create index concurrently advisor_of_person on advisor (person_id);
create index concurrently transaction_without_person on transaction (id) where person_id is null;
create index concurrently registration_without_person on registration (id)
  where person_id is null and transaction_id is null;
create index concurrently lead_without_person on lead (id) where person_id is null;
drop index concurrently if exists transaction_newest_of_email;
drop index concurrently if exists registration_newest_of_email;
drop index concurrently if exists lead_newest_of_email;
drop index concurrently if exists person_note_of_email;
