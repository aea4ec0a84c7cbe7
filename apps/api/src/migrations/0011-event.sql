-- Events and webinars: one entity, two lists.
create table event (
  id uuid primary key,
  event_type text not null check (event_type in ('ONLINE', 'OFFLINE')),
  title text not null check (char_length(title) between 1 and 200),
  description text not null default '',
  banner_key text references file (key),
  ticket_banner_key text references file (key),
  post_event_banner_key text references file (key),
  start_time timestamptz not null,
  end_time timestamptz not null,
  location text not null default '',
  city text not null default '',
  google_map_location text not null default '',
  member_only boolean not null default false,
  is_unlimited_tickets boolean not null default false,
  total_tickets integer check (total_tickets >= 1),
  total_tickets_sold integer not null default 0 check (total_tickets_sold >= 0),
  sold_out boolean not null default false,
  is_paid boolean not null default false,
  is_active boolean not null default true,
  is_published boolean not null default false,
  zoom_hub_name text check (zoom_hub_name in ('zoom_1', 'zoom_2', 'zoom_3', 'zoom_4')),
  creator_id uuid references creator (id),
  -- Lists of at most two currencies; only whole documents are read and written.
  prices jsonb not null default '[]' check (jsonb_typeof(prices) = 'array'),
  referral_discount jsonb not null default '[]' check (jsonb_typeof(referral_discount) = 'array'),
  discount_percentage numeric(5, 2) check (discount_percentage between 0 and 100),
  discount_coins integer check (discount_coins >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whichever of the two is edited first, and by whom: never more sold than there are.
  constraint event_tickets check (is_unlimited_tickets or total_tickets_sold <= total_tickets),
  constraint event_tickets_given check (is_unlimited_tickets or total_tickets is not null),
  constraint event_place check (event_type = 'ONLINE' or btrim(location) <> '')
);
-- Lists are read by start time in both directions: of one kind, of all, for members, of one creator.
create index event_by_kind on event (event_type, start_time, id);
create index event_by_start on event (start_time, id);
create index event_for_members on event (start_time, id) where member_only;
create index event_by_creator on event (creator_id, start_time, id);
