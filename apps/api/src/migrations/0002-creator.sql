create table creator (
  id uuid primary key,
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  email text not null check (char_length(email) <= 254),
  phone text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index creator_email on creator (lower(email));
create index creator_newest on creator (created_at desc, id desc);
-- One index serves the search over name and e-mail: the query searches exactly this text.
create index creator_search on creator using gin ((lower(first_name || ' ' || last_name || ' ' || email)) gin_trgm_ops);
