-- Refused credentials. Not in audit_entry, which is never emptied: anybody can send refused credentials.
create table sign_in_refusal (
  id uuid primary key,
  at timestamptz not null default clock_timestamp(),
  -- The error code of the refusal.
  reason text not null,
  -- The address that the credential claims, which may be forged.
  claimed_email text,
  address text not null,
  request_id text not null,
  sandbox text
);
create index sign_in_refusal_by_time on sign_in_refusal (at desc);
