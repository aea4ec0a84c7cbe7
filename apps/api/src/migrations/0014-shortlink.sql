create table shortlink (
  id uuid primary key,
  short_code text not null constraint shortlink_code unique check (short_code ~ '^[A-Za-z0-9_-]{3,32}$'),
  web_url text check (web_url ~* '^https?://'),
  app_url text check (app_url !~* '^\s*(javascript|data|vbscript|file|blob):'),
  -- As it was sent, so that parameters keep their order.
  params json not null default '{}' check (json_typeof(params) = 'object'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint shortlink_leads_somewhere check (web_url is not null or app_url is not null)
);
create index shortlink_newest on shortlink (created_at desc, id desc);
