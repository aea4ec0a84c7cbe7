-- Banners of the home screen. Deleting one makes it inactive.
create table banner (
  id uuid primary key,
  -- "order" and "priority" on the wire.
  position integer not null default 0 check (position >= 0),
  is_active boolean not null default true,
  start_time timestamptz not null,
  end_time timestamptz not null,
  redirect_type text not null check (redirect_type in ('external', 'internal')),
  redirect_link text,
  redirect_page text check (redirect_page in ('events', 'webinars')),
  -- Names and values as staff gave them, in their order, which jsonb would not keep; only read and written whole.
  redirect_props json not null default '{}' check (json_typeof(redirect_props) = 'object'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint banner_redirect check (
    case redirect_type when 'external' then btrim(redirect_link) <> '' else redirect_page is not null end is true
  )
);
create index banner_in_order on banner (position, created_at desc, id desc);
create index banner_in_order_by_state on banner (is_active, position, created_at desc, id desc);

create table banner_file (
  banner_id uuid not null references banner (id) on delete cascade,
  position integer not null,
  file_key text not null references file (key),
  primary key (banner_id, position)
);
create unique index banner_file_key on banner_file (file_key);
