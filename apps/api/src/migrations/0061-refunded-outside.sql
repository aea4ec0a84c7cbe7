-- compatible-with: 0060
-- When an order was set to refunded without a refund in the ledger (0041), so that the daily comparison can ask the
-- gateway about it.

alter table transaction add column refunded_outside_at timestamptz;

create or replace function note_refund_outside() returns trigger language plpgsql as $$
begin
  new.refunded_amount := new.amount;
  new.refunded_outside_at := now();
  -- An invoice that is still due brings its credit note.
  if new.document_state = 'issued' then
    new.credit_note_due_at := now();
  end if;
  return new;
end
$$;

create or replace function forget_refund_outside() returns trigger language plpgsql as $$
begin
  select coalesce(sum(amount), 0) into new.refunded_amount from refund
  where transaction_id = new.id and state = 'processed';
  new.refunded_outside_at := null;
  return new;
end
$$;

update transaction set refunded_outside_at = updated_at
where status = 'refunded' and amount > coalesce((
  select sum(refund.amount) from refund where transaction_id = transaction.id and state = 'processed'
), 0);

create index transaction_refunded_outside on transaction (refunded_outside_at, id)
  where refunded_outside_at is not null;
