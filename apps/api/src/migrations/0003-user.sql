-- People who use the public product, which writes them here; staff search them and see them on orders and reports.
create table app_user (
  id uuid primary key,
  first_name text not null,
  last_name text not null,
  email text not null,
  phone text not null,
  description text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index app_user_email on app_user (lower(email) text_pattern_ops, id);
