-- A session's place on a meeting account, and what is known of its meeting at the provider.
create table meeting (
  owner_id uuid primary key,
  kind text not null check (kind in ('masterclass', 'webinar')),
  zoom_hub_name text not null check (zoom_hub_name in ('zoom_1', 'zoom_2', 'zoom_3', 'zoom_4')),
  title text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  -- A booked session counts in clashes; one that is just being published counts until reserved_until.
  is_booked boolean not null default false,
  reserved_until timestamptz,
  -- requested: the intent is stored; unknown: the provider may have made it; created; failed: surely not made.
  state text not null check (state in ('requested', 'unknown', 'created', 'failed')),
  -- What the provider is told, and what an unknown meeting is looked for by.
  reference text not null unique,
  attempts integer not null default 0,
  -- Only one process at a time calls the provider for a meeting.
  calling_until timestamptz,
  provider_meeting_id text,
  join_url text,
  -- What the provider was last told, so that a changed session is passed on.
  told_title text,
  told_start_time timestamptz,
  told_end_time timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (state <> 'created' or (provider_meeting_id is not null and join_url is not null))
);
-- Clashes are looked up by overlap; a session that ends before it starts is a moment at its start.
create index meeting_span on meeting using gist (zoom_hub_name, tstzrange(start_time, greatest(start_time, end_time), '[]'));
