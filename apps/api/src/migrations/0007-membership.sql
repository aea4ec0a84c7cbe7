-- Memberships come from the public product, which writes them here.
create table membership (
  id uuid primary key,
  name text not null,
  banner_key text references file (key),
  currency_code text not null check (currency_code in ('USD', 'INR')),
  current_price bigint not null check (current_price >= 0),
  original_price bigint not null check (original_price >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index membership_newest on membership (created_at desc, id desc);
