-- News snippets of the academy.
create table news (
  id uuid primary key,
  heading text not null check (btrim(heading) <> ''),
  description text not null default '',
  thumbnail_key text not null references file (key),
  source text not null check (btrim(source) <> ''),
  reference_link text not null check (btrim(reference_link) <> ''),
  -- Minor units.
  price bigint check (price >= 0),
  is_active boolean not null default true,
  is_free boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index news_newest on news (created_at desc, id desc);
