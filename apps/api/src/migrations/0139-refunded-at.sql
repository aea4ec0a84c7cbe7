-- compatible-with: 0138
-- When the gateway made a refund, by its own clock, beside our own time (OQ-803).
alter table refund
  -- Null: the gateway didn't say it, or it was recorded before this was kept.
  add column refunded_at timestamptz;
update refund set refunded_at = line.made_at
from settlement_line as line
where refund.state = 'processed' and refund.gateway_refund_id = line.entity_id and line.kind = 'refund'
  and line.made_at is not null;
create index refund_left on refund (coalesce(refunded_at, settled_at)) where state = 'processed';
