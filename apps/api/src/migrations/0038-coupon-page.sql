-- compatible-with: 0032
-- Limits of coupons, and how often and for how much each was redeemed.

-- Null: no limit. The public product enforces them.
alter table coupon
  add column max_redemptions integer check (max_redemptions > 0),
  add column max_per_person integer check (max_per_person > 0);
-- The list of ended coupons, the last ended first.
create index coupon_end on coupon (valid_till desc, id desc);

-- The links of one coupon, the newest first.
create index coupon_link_newest on coupon_link (coupon_id, created_at desc, entity_id desc);
drop index coupon_link_coupon;

-- Changes that are not in the totals yet: paid orders that carry a coupon.
create table coupon_redemption_change (
  id uuid primary key default gen_random_uuid(),
  coupon_id uuid not null,
  currency_code text not null,
  n integer not null,
  -- What the orders cost, and what the coupon took off, in minor units.
  amount bigint not null,
  discount bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

-- One row per coupon and currency, however often it is redeemed.
create table coupon_redemption_total (
  coupon_id uuid not null,
  currency_code text not null,
  n integer not null check (n >= 0),
  amount bigint not null check (amount >= 0),
  discount bigint not null check (discount >= 0),
  primary key (coupon_id, currency_code)
) with (fillfactor = 80);

create function append_coupon_redemption() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.coupon_id is not null and old.status in ('completed', 'refunded') then
    insert into coupon_redemption_change (coupon_id, currency_code, n, amount, discount)
    values (old.coupon_id, old.currency_code, -1, -old.amount, -old.discount_amount);
  end if;
  if tg_op <> 'DELETE' and new.coupon_id is not null and new.status in ('completed', 'refunded') then
    insert into coupon_redemption_change (coupon_id, currency_code, n, amount, discount)
    values (new.coupon_id, new.currency_code, 1, new.amount, new.discount_amount);
  end if;
  return null;
end
$$;

create function truncate_coupon_redemptions() returns trigger language plpgsql as $$
begin
  truncate coupon_redemption_total, coupon_redemption_change;
  return null;
end
$$;

-- Orders without a coupon run none of these functions. A refund of a redeemed order changes nothing.
create trigger coupon_redemption_of_insert after insert on transaction
  for each row when (new.coupon_id is not null) execute function append_coupon_redemption();
create trigger coupon_redemption_of_delete after delete on transaction
  for each row when (old.coupon_id is not null) execute function append_coupon_redemption();
create trigger coupon_redemption_of_update after update on transaction
  for each row
  when (
    (old.coupon_id is not null or new.coupon_id is not null)
    and (old.coupon_id, old.currency_code, old.amount, old.discount_amount, old.status in ('completed', 'refunded'))
      is distinct from
      (new.coupon_id, new.currency_code, new.amount, new.discount_amount, new.status in ('completed', 'refunded'))
  )
  execute function append_coupon_redemption();
create trigger coupon_redemption_of_truncate after truncate on transaction
  for each statement execute function truncate_coupon_redemptions();

-- Existing orders are counted by the job, without a lock on them.
insert into count_state (list, counted_at)
values ('redemptions', case when not exists (select from transaction where coupon_id is not null) then now() end);
