create table coupon (
  id uuid primary key,
  code text not null check (code ~ '^[A-Z0-9]{1,40}$'),
  valid_till timestamptz not null,
  absolute_discount bigint check (absolute_discount >= 0),
  absolute_discount_usd bigint check (absolute_discount_usd >= 0),
  discount_percentage numeric(5, 2) check (discount_percentage between 0 and 100),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint coupon_code unique (code)
);
create index coupon_newest on coupon (created_at desc, id desc);
create index coupon_search on coupon using gin (code gin_trgm_ops);

create table coupon_link (
  coupon_id uuid not null references coupon (id),
  entity_id uuid not null,
  entity_type text not null check (entity_type in ('masterclass', 'membership')),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (entity_id, coupon_id)
);
create index coupon_link_coupon on coupon_link (coupon_id);
