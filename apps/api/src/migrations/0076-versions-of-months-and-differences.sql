-- compatible-with: 0075
-- A month has a version, so that an edit of an older one is refused, and open screens hear of its changes. A refund
-- beyond what was paid is a difference.

alter table gst_period add column version integer not null default 1;

-- A month has no id of a record, so every listener reads its months again.
create function note_month_change() returns trigger language plpgsql as $$
begin
  insert into live_change (kind, record_ids) values ('month', null);
  return null;
end
$$;
create trigger gst_period_live after insert or update or delete on gst_period
  for each statement execute function note_month_change();

alter table gateway_difference drop constraint gateway_difference_kind_check;
alter table gateway_difference add constraint gateway_difference_kind_check check (kind in (
  'paid-not-completed', 'paid-twice', 'amount-differs', 'payment-without-order', 'not-paid',
  'payment-of-another-order', 'refund-unknown', 'refund-not-made', 'refund-differs', 'settled-differs',
  'refunded-too-much'
));

insert into gateway_difference (id, kind, subject, transaction_id, payment_id, our_state, our_amount, our_currency,
  gateway_state, gateway_amount, gateway_currency, occurred_at, found_at, last_seen_at, sandbox)
select gen_random_uuid(), 'refunded-too-much', paid.id::text, paid.id, paid.payment_id, paid.status, paid.amount,
  paid.currency_code, 'processed', given.amount, paid.currency_code, given.at, now(), now(), given.sandbox
from transaction as paid
join (
  select transaction_id, sum(amount)::bigint as amount, max(settled_at) as at, bool_or(sandbox) as sandbox
  from refund where state = 'processed' group by transaction_id
) as given on given.transaction_id = paid.id
where given.amount > paid.amount;
