-- compatible-with: 0039
-- An order that the public product sets to refunded, without a refund in the ledger, was given back in full.

alter table transaction
  -- When an invoiced order was set to refunded like this, until its credit note is issued.
  add column credit_note_due_at timestamptz;
create index transaction_without_credit_note on transaction (credit_note_due_at, id)
  where credit_note_due_at is not null and status = 'refunded';

create function note_refund_outside() returns trigger language plpgsql as $$
begin
  new.refunded_amount := new.amount;
  -- An invoice that is still due brings its credit note.
  if new.document_state = 'issued' then
    new.credit_note_due_at := now();
  end if;
  return new;
end
$$;
create trigger transaction_inserted_refunded before insert on transaction
  for each row when (new.status = 'refunded' and new.refunded_amount < new.amount)
  execute function note_refund_outside();
create trigger transaction_set_refunded before update of status on transaction
  for each row when (new.status = 'refunded' and old.status <> 'refunded' and new.refunded_amount < new.amount)
  execute function note_refund_outside();

create function forget_refund_outside() returns trigger language plpgsql as $$
begin
  select coalesce(sum(amount), 0) into new.refunded_amount from refund
  where transaction_id = new.id and state = 'processed';
  return new;
end
$$;
create trigger transaction_set_not_refunded before update of status on transaction
  for each row when (old.status = 'refunded' and new.status <> 'refunded')
  execute function forget_refund_outside();

-- The ledger may learn of that refund later, in parts. They are not added to it.
create or replace function keep_refunded_amount() returns trigger language plpgsql as $$
declare
  processed bigint;
begin
  select coalesce(sum(amount), 0) into processed from refund
  where transaction_id = new.transaction_id and state = 'processed';
  update transaction
  set refunded_amount = case status when 'refunded' then greatest(amount, processed) else processed end
  where id = new.transaction_id;
  return null;
end
$$;

update transaction set refunded_amount = amount where status = 'refunded' and refunded_amount < amount;
-- Their credit notes were issued only on request.
update transaction set credit_note_due_at = updated_at
where status = 'refunded' and document_state = 'issued' and 0 < (
  select sum(case kind when 'invoice' then total else -total end) from tax_document
  where transaction_id = transaction.id
);
