create table payment_page (
  id uuid primary key,
  title text not null check (char_length(title) between 2 and 100),
  description text not null default '',
  is_active boolean not null default true,
  banner_key text not null references file (key),
  original_price_usd bigint not null check (original_price_usd >= 0),
  current_price_usd bigint not null check (current_price_usd >= 0),
  original_price_inr bigint not null check (original_price_inr >= 0),
  current_price_inr bigint not null check (current_price_inr >= 0),
  lsq_add_to_cart text not null default '' check (lsq_add_to_cart ~ '^\d{0,20}$'),
  lsq_purchase text not null default '' check (lsq_purchase ~ '^\d{0,20}$'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payment_page_newest on payment_page (is_active, created_at desc, id desc);
create index payment_page_search on payment_page using gin (lower(title) gin_trgm_ops);
