-- compatible-with: 0090
-- Sessions of staff. The credential is stored as its hash alone, so that a stolen row opens nothing.
create table session (
  id uuid primary key,
  sha256 text not null unique,
  staff_id uuid not null references staff (id) on delete cascade,
  -- The sign-in provider and its id of the person at the sign-in.
  issuer text not null,
  subject text not null,
  email text not null,
  name text not null,
  -- Hash of the ID token without its signature: a token begins one session, however its signature is written.
  token_sha256 text not null unique,
  browser text not null,
  address text not null,
  started_at timestamptz not null,
  last_call_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (
    ended_because in ('sign-out', 'own', 'staff', 'disabled', 'invited-again', 'restored')
  ),
  check ((ended_at is null) = (ended_because is null))
);
create index session_of_staff on session (staff_id, last_call_at desc);
create index session_end on session (coalesce(ended_at, ends_at));

-- Every process hears at once that a session has ended, as it does of a role.
create function note_session_end() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, record_ids) values ('staff', array[new.staff_id]);
  return null;
end
$$;
create trigger session_live after update on session for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function note_session_end();

-- The session in which something was done. Entries by keys and by the program have none.
alter table audit_entry add column session_id uuid;
