-- Accounts that may sign in, with their role. A row is made by the first sign-in or by an invitation.
create table staff (
  id uuid primary key,
  -- The sign-in provider and its id of the person; null until an invited person signs in.
  issuer text,
  subject text,
  email text not null,
  name text not null,
  role text not null check (
    role in ('owner', 'administrator', 'finance', 'content', 'moderation', 'advisory', 'viewer')
  ),
  is_disabled boolean not null default false,
  -- E-mail address of who sent the invitation.
  invited_by text,
  invited_at timestamptz,
  first_sign_in_at timestamptz,
  last_sign_in_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  check ((issuer is null) = (subject is null))
);
create unique index staff_by_subject on staff (issuer, subject);
create unique index staff_by_email on staff (lower(email));
