-- A payment that is in no settlement after the usual days, and one that was settled and that nobody knows, are differences
-- (OQ-802). An older program has no name for these kinds, so this migration is not compatible with one.
alter table gateway_difference
  drop constraint gateway_difference_kind_check,
  add constraint gateway_difference_kind_check check (kind in (
    'paid-not-completed', 'paid-twice', 'amount-differs', 'payment-without-order', 'not-paid',
    'payment-of-another-order', 'refund-unknown', 'refund-not-made', 'refund-differs', 'settled-differs',
    'refunded-too-much', 'not-settled', 'settled-unknown'
  ));
