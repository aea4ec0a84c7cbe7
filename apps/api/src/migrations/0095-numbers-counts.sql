-- Sums of what paid orders have in common, and the days of each buyer, are kept as the counts of transactions are. An older
-- program folds neither, so this migration is compatible with none.

-- Waits for running writers, so that every later change has what the sums need.
lock table transaction in share row exclusive mode;

-- An empty text is an order without it.
alter table transaction_count_change
  add column user_id uuid,
  add column coupon text not null default '',
  add column campaign text not null default '',
  add column method text not null default '',
  add column state text not null default '';

-- Sums of the paid orders of each business day by what they have in common. No index holds the numbers, so that changing
-- them is a HOT update.
create table transaction_part_count (
  dimension text not null,
  currency_code text not null,
  day date not null,
  -- An id, or the value itself; an empty text for orders without one.
  key text not null,
  n integer not null check (n >= 0),
  paid bigint not null check (paid >= 0),
  refunded bigint not null,
  tax bigint not null,
  primary key (dimension, currency_code, day, key)
) with (fillfactor = 90);

-- The business days on which somebody paid, per currency. The buyers of any days are the rows whose day before is not
-- among these days, so they are counted without looking at who they are.
create table transaction_buyer_day (
  user_id uuid not null,
  currency_code text not null,
  day date not null,
  n integer not null check (n >= 0),
  -- The last day before on which the same buyer paid; null on the first.
  previous_day date,
  primary key (user_id, currency_code, day)
) with (autovacuum_vacuum_insert_scale_factor = 0.01);
create index transaction_buyer_newest on transaction_buyer_day (currency_code, day, previous_day);

create or replace function append_transaction_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_count_change
      (day, entity_id, entity_type, status, currency_code, source, n, paid, refunded, tax, user_id, coupon, campaign,
        method, state)
    values (business_day(old.created_at), old.entity_id, old.entity_type, old.status, old.currency_code,
      coalesce(old.source, ''), -1, -paid_amount(old.status, old.amount), -old.refunded_amount, -old.tax_amount,
      old.user_id, coalesce(old.coupon_id::text, old.coupon_code, ''), coalesce(old.campaign, ''),
      coalesce(old.payment_method, ''), coalesce(old.billing_state, ''));
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_count_change
      (day, entity_id, entity_type, status, currency_code, source, n, paid, refunded, tax, user_id, coupon, campaign,
        method, state)
    values (business_day(new.created_at), new.entity_id, new.entity_type, new.status, new.currency_code,
      coalesce(new.source, ''), 1, paid_amount(new.status, new.amount), new.refunded_amount, new.tax_amount,
      new.user_id, coalesce(new.coupon_id::text, new.coupon_code, ''), coalesce(new.campaign, ''),
      coalesce(new.payment_method, ''), coalesce(new.billing_state, ''));
  end if;
  return null;
end
$$;

create or replace function truncate_transaction_counts() returns trigger language plpgsql as $$
begin
  truncate transaction_count, transaction_entity_count, transaction_entity_total, transaction_part_count,
    transaction_buyer_day, transaction_count_change;
  return null;
end
$$;

create or replace trigger transaction_change_of_update after update on transaction
  for each row
  when (
    (old.created_at, old.entity_id, old.entity_type, old.status, old.currency_code, old.source, old.amount,
      old.refunded_amount, old.tax_amount, old.user_id, old.coupon_id, old.coupon_code, old.campaign,
      old.payment_method, old.billing_state)
    is distinct from
    (new.created_at, new.entity_id, new.entity_type, new.status, new.currency_code, new.source, new.amount,
      new.refunded_amount, new.tax_amount, new.user_id, new.coupon_id, new.coupon_code, new.campaign,
      new.payment_method, new.billing_state)
  )
  execute function append_transaction_change();

-- The job recounts existing orders, without a lock on them. Until then lists and reports use plain SQL.
update count_state set counted_at = null where list = 'transactions' and exists (select from transaction);
