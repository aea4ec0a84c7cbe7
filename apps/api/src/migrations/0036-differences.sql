-- compatible-with: 0032
-- Pending orders are checked at the gateway, and whole days are compared with its lists.

alter table transaction
  -- When this order was last checked at the gateway while it was pending.
  add column gateway_checked_at timestamptz,
  -- The next time it is asked. Null: never asked yet. 'infinity': not any more.
  add column gateway_check_at timestamptz;
create index transaction_check on transaction (coalesce(gateway_check_at, created_at)) where status = 'pending';
-- The paid orders of a day, which are compared with the gateway's list.
create index transaction_completed on transaction (completed_at, id) where completed_at is not null;

-- Where Greenroom and the gateway differ. A row is closed, never deleted.
create table gateway_difference (
  id uuid primary key,
  kind text not null check (kind in (
    'paid-not-completed', 'paid-twice', 'amount-differs', 'payment-without-order', 'not-paid',
    'payment-of-another-order', 'refund-unknown', 'refund-not-made', 'refund-differs', 'settled-differs'
  )),
  -- What differs: the gateway's id of a payment or a refund, or our id where the gateway has none.
  subject text not null check (char_length(subject) between 1 and 200),
  transaction_id uuid references transaction (id),
  payment_id text,
  gateway_refund_id text,
  -- Both sides; null where a side knows nothing. Amounts are minor units, states each side's own names.
  our_state text,
  our_amount bigint,
  our_currency text,
  gateway_state text,
  gateway_amount bigint,
  gateway_currency text,
  -- When the money moved, or should have.
  occurred_at timestamptz,
  found_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Whether it was found with the payment sandbox.
  sandbox boolean not null default false,
  resolved_at timestamptz,
  resolution text check (resolution in ('agreed', 'healed', 'staff')),
  -- E-mail address of the person; null if Greenroom closed it.
  resolved_by text,
  note text,
  version integer not null default 1,
  check ((resolved_at is null) = (resolution is null)),
  check (resolution is distinct from 'staff' or (resolved_by is not null and note is not null))
);
create unique index gateway_difference_open on gateway_difference (kind, subject) where resolved_at is null;
create index gateway_difference_open_newest on gateway_difference (found_at desc, id desc)
  where resolved_at is null;
create index gateway_difference_resolved_newest on gateway_difference (resolved_at desc, id desc)
  where resolved_at is not null;
create index gateway_difference_open_kind on gateway_difference (kind, found_at desc, id desc)
  where resolved_at is null;
create index gateway_difference_resolved_kind on gateway_difference (kind, resolved_at desc, id desc)
  where resolved_at is not null;
create index gateway_difference_of_subject on gateway_difference (subject, kind);
create index gateway_difference_of_transaction on gateway_difference (transaction_id)
  where transaction_id is not null;

-- The comparisons, one row for each business day.
create table gateway_comparison (
  day date primary key,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  requested_at timestamptz not null,
  requested_by text not null,
  started_at timestamptz,
  -- Only one process at a time compares a day.
  running_until timestamptz,
  -- Of the last complete comparison; a failed one keeps them.
  finished_at timestamptz,
  payments integer not null default 0,
  refunds integer not null default 0,
  settlements integer not null default 0,
  differences integer not null default 0,
  -- Why the last one failed.
  failure text
);
create index gateway_comparison_finished on gateway_comparison (finished_at desc) where finished_at is not null;
