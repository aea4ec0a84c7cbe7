-- compatible-with: 0113
-- The refund of a payment that no order counts has an end: the gateway reports it, or is asked (OQ-776).

alter table gateway_difference
  -- When the gateway is asked next what became of the refund.
  add column refund_check_at timestamptz,
  -- Why the last refund was not made. Staff may try it again.
  add column refund_failure text check (char_length(refund_failure) <= 2000),
  -- The gateway's id of that refund: a late message about it ends no later one.
  add column failed_refund_id text;
update gateway_difference set refund_check_at = now() where refunding_at is not null and resolved_at is null;
create index gateway_difference_refund_due on gateway_difference (refund_check_at)
  where refunding_at is not null and resolved_at is null;
create index gateway_difference_refund on gateway_difference (gateway_refund_id) where refunding_at is not null;
