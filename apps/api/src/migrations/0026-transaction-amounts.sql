-- The counts of transactions also keep the sum of the amounts, and totals per entity for lists of what is sold. An older
-- program folds without amounts, so this migration is compatible with none.

-- Waits for running writers, so that every later change has its amount.
lock table transaction in share row exclusive mode;

alter table transaction_count_change add column amount bigint not null default 0;
-- In a row of any currency the amount adds up different currencies and means nothing.
alter table transaction_count add column amount bigint not null default 0 check (amount >= 0);
alter table transaction_entity_count add column amount bigint not null default 0 check (amount >= 0);

-- A few rows for each entity, however long it sells.
create table transaction_entity_total (
  entity_id uuid not null,
  status text not null,
  currency_code text not null,
  n integer not null check (n >= 0),
  amount bigint not null check (amount >= 0),
  primary key (entity_id, status, currency_code)
) with (fillfactor = 80);

create or replace function append_transaction_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_count_change (day, entity_id, entity_type, status, currency_code, source, n, amount)
    values (business_day(old.created_at), old.entity_id, old.entity_type, old.status, old.currency_code,
      coalesce(old.source, ''), -1, -old.amount);
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_count_change (day, entity_id, entity_type, status, currency_code, source, n, amount)
    values (business_day(new.created_at), new.entity_id, new.entity_type, new.status, new.currency_code,
      coalesce(new.source, ''), 1, new.amount);
  end if;
  return null;
end
$$;

create or replace function truncate_transaction_counts() returns trigger language plpgsql as $$
begin
  truncate transaction_count, transaction_entity_count, transaction_entity_total, transaction_count_change;
  return null;
end
$$;

create or replace trigger transaction_change_of_update after update on transaction
  for each row
  when (
    (old.created_at, old.entity_id, old.entity_type, old.status, old.currency_code, old.source, old.amount)
    is distinct from
    (new.created_at, new.entity_id, new.entity_type, new.status, new.currency_code, new.source, new.amount)
  )
  execute function append_transaction_change();

-- The job recounts existing orders, without a lock on them. Until then lists use plain SQL.
update count_state set counted_at = null where list = 'transactions' and exists (select from transaction);
