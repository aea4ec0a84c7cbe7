-- Keys of servers. Only the SHA-256 of a key is stored: it is 256 random bits, so no slow hash is needed.
create table api_key (
  id uuid primary key,
  name text not null check (char_length(name) <= 100),
  sha256 text not null unique,
  beginning text not null,
  permissions text[] not null check (cardinality(permissions) > 0),
  created_at timestamptz not null,
  -- E-mail addresses of staff.
  created_by text not null,
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text,
  check ((revoked_at is null) = (revoked_by is null))
);
create unique index api_key_name_in_use on api_key (lower(name)) where revoked_at is null;
create index api_key_list on api_key ((revoked_at is not null), created_at desc, id desc);
