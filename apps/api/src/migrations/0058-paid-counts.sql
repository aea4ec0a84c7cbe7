-- The counts of transactions sum up what was paid instead of all amounts, so that sums of any status need no other rows.
-- An older program reads and folds the former column, so this migration is compatible with none.

-- Waits for running writers, so that every later change has what was paid.
lock table transaction in share row exclusive mode;

-- What a transaction brought in before refunds, in minor units. The contract's list of paid statuses is the same.
create function paid_amount(status text, amount bigint) returns bigint
  language sql immutable parallel safe
  return case when status in ('completed', 'refunded') then amount else 0 end;

alter table transaction_count_change rename column amount to paid;
alter table transaction_count rename column amount to paid;
alter table transaction_entity_count rename column amount to paid;
alter table transaction_entity_total rename column amount to paid;

create or replace function append_transaction_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_count_change
      (day, entity_id, entity_type, status, currency_code, source, n, paid, refunded, tax)
    values (business_day(old.created_at), old.entity_id, old.entity_type, old.status, old.currency_code,
      coalesce(old.source, ''), -1, -paid_amount(old.status, old.amount), -old.refunded_amount, -old.tax_amount);
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_count_change
      (day, entity_id, entity_type, status, currency_code, source, n, paid, refunded, tax)
    values (business_day(new.created_at), new.entity_id, new.entity_type, new.status, new.currency_code,
      coalesce(new.source, ''), 1, paid_amount(new.status, new.amount), new.refunded_amount, new.tax_amount);
  end if;
  return null;
end
$$;

-- The job recounts existing orders, without a lock on them. Until then lists use plain SQL.
update count_state set counted_at = null where list = 'transactions' and exists (select from transaction);
