create table masterclass (
  id uuid primary key,
  title text not null check (char_length(title) between 1 and 40),
  description text not null default '',
  banner_key text references file (key),
  start_time timestamptz not null,
  end_time timestamptz not null,
  creator_id uuid not null references creator (id),
  zoom_hub_name text not null check (zoom_hub_name in ('zoom_1', 'zoom_2', 'zoom_3', 'zoom_4')),
  attendance_type text not null check (attendance_type in ('hybrid', 'virtual', 'in-person')),
  is_active boolean not null default false,
  is_attach_to_superclass boolean not null default false,
  original_price_usd bigint not null check (original_price_usd >= 0),
  current_price_usd bigint not null check (current_price_usd >= 0),
  original_price_inr bigint not null check (original_price_inr >= 0),
  current_price_inr bigint not null check (current_price_inr >= 0),
  links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- Active and Draft are read from now on forwards, Past backwards, all of them by start time.
create index masterclass_published on masterclass (start_time, id) where is_active;
create index masterclass_unpublished on masterclass (start_time, id) where not is_active;
create index masterclass_by_start on masterclass (start_time, id);
create index masterclass_creator on masterclass (creator_id);
create index masterclass_search on masterclass using gin (lower(title) gin_trgm_ops);
