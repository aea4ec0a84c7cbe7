-- compatible-with: 0113
-- The payments of an order that is not paid by a single payment of its amount: parts of it, or one that includes the
-- gateway's fee because the buyer bears it (OQ-751).

create table order_payment (
  -- The gateway's id.
  payment_id text primary key check (char_length(payment_id) between 1 and 100),
  transaction_id uuid not null references transaction (id) on delete cascade,
  -- What the buyer was charged, in minor units of the order's currency.
  amount bigint not null check (amount > 0),
  -- The gateway's fee with its tax; null if the gateway did not say it.
  fee bigint check (fee >= 0),
  method text,
  paid_at timestamptz not null
);
create index order_payment_of_transaction on order_payment (transaction_id);

-- The payment that is refunded. Null: the only one of the order.
alter table refund add column payment_id text;

-- Greenroom can refund a payment that no order counts.
alter table gateway_difference
  -- Since when its refund is requested. Nothing else can be done about the payment from then on.
  add column refunding_at timestamptz,
  drop constraint gateway_difference_resolution_check,
  add constraint gateway_difference_resolution_check
    check (resolution in ('agreed', 'healed', 'staff', 'refunded'));
