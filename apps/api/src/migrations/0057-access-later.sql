-- compatible-with: 0056
-- Access that is checked again when the work begins, and staff whose e-mail address changes.

-- Who requested an erasure, as in audit_entry.actor_id. Null: it repeats an earlier one after a restore.
alter table erasure add column requested_by_id text;

-- Refused: its requester lost the permission before the job began. Nothing was erased.
alter table erasure
  drop constraint erasure_state_check,
  add constraint erasure_state_check check (state in ('waiting', 'running', 'erased', 'refused')),
  drop constraint erasure_check,
  add constraint erasure_ended check ((state in ('erased', 'refused')) = (finished_at is not null)),
  drop constraint erasure_check1,
  add constraint erasure_forgets check (
    state not in ('erased', 'refused') or (subject is null and step is null and audit_cursor is null)
  );
drop index erasure_open;
create index erasure_open on erasure (requested_at) where state in ('waiting', 'running');

-- A program of an earlier version would take a refused erasure for an open one without steps left.
create function refuse_change_of_refused_erasure() returns trigger language plpgsql as $$
begin
  raise exception 'a refused erasure never changes';
end
$$;
create trigger erasure_refused_is_final before update on erasure
  for each row when (old.state = 'refused') execute function refuse_change_of_refused_erasure();

-- When the credential was issued from which the address was taken: an older credential does not bring an old one back.
alter table staff add column email_as_of timestamptz;
-- Who requested something is found by the sign-in provider's id alone.
create index staff_by_subject_only on staff (subject);
