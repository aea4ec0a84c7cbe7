-- compatible-with: 0090
-- Who saw whose contacts in full, beyond a list (OQ-669). Not in audit_entry: it is emptied after LOG_DAYS, and written some
-- moments after the read. Without names: the history looks them up, so they are gone with the person.
create table personal_look (
  id uuid primary key,
  at timestamptz not null,
  actor_id text not null,
  -- E-mail address of the member of staff, or "API key NAME".
  actor_email text not null,
  role text,
  session_id uuid,
  -- Name and summary of the endpoint that was called first.
  endpoint text not null,
  summary text not null,
  subject_type text not null check (subject_type in ('person', 'transaction', 'lead', 'document', 'search')),
  -- The record, as "user.ID" or "order.ID"; or the searched text, which is null once its person was erased.
  subject text,
  -- Repeats within a minute are counted in one row; 0: only further parts of a page.
  minute timestamptz not null,
  tries integer not null,
  address text not null,
  request_id text not null,
  sandbox text
);
create unique index personal_look_of_minute on personal_look (actor_id, subject_type, subject, minute);
create index personal_look_newest on personal_look (at desc, id desc);
create index personal_look_of_person on personal_look (actor_email, at desc, id desc);
create index personal_look_of_subject on personal_look (subject, at desc, id desc);
