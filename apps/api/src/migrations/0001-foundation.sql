create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- What staff and jobs changed, written in the transaction of the change itself.
create table audit_entry (
  id uuid primary key,
  at timestamptz not null,
  actor_id text,
  actor_email text,
  action text not null,
  entity_type text not null,
  entity_id text,
  entity_label text,
  before jsonb,
  after jsonb,
  address text,
  request_id text
);

create index audit_entry_by_entity on audit_entry (entity_type, entity_id, at desc);
create index audit_entry_by_time on audit_entry (at desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed or removed';
end
$$;

create trigger audit_entry_is_append_only
  before update or delete or truncate on audit_entry
  for each statement execute function refuse_audit_change();

-- The answers of calls that carried an idempotency key, so that a repeated call is answered and not done again.
create table idempotency_key (
  actor_id text not null,
  key text not null,
  endpoint text not null,
  fingerprint text not null,
  status int not null,
  body jsonb not null,
  created_at timestamptz not null default now(),
  primary key (actor_id, key)
);

create index idempotency_key_by_time on idempotency_key (created_at);

-- Uploaded files, under the key that the file store knows them by. One without an owner is swept after a while.
create table file (
  key text primary key,
  media_type text not null,
  byte_size bigint not null check (byte_size >= 0),
  sha256 text not null,
  width int,
  height int,
  owner_id uuid,
  created_at timestamptz not null default now()
);

create index file_without_owner on file (created_at) where owner_id is null;
