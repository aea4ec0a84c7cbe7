-- compatible-with: 0050
-- Calls that a role did not allow. Not in audit_entry, which is never emptied: a script could repeat them for ever.
create table refused_call (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id text not null,
  -- E-mail address of the member of staff, or "API key NAME".
  actor_email text not null,
  role text,
  -- Name and summary of the endpoint.
  endpoint text not null,
  summary text not null,
  -- Repeats within a minute are counted in one row.
  minute timestamptz not null default date_trunc('minute', clock_timestamp()),
  tries integer not null default 1,
  address text not null,
  request_id text not null,
  sandbox text
);
create unique index refused_call_of_minute on refused_call (actor_id, endpoint, minute);
create index refused_call_newest on refused_call (at desc, id desc);
create index refused_call_of_person on refused_call (actor_email, at desc, id desc);
create index sign_in_refusal_of_person on sign_in_refusal (claimed_email, at desc, id desc);

alter table export drop constraint export_kind_check;
alter table export add constraint export_kind_check
  check (kind in ('transactions', 'documents', 'gst-return', 'history'));
