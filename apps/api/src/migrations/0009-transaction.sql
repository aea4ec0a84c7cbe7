-- What was bought. The public product writes rows here; the buyer's and the entity's words are kept as they were, because
-- invoices and refunds outlive both.
create table transaction (
  id uuid primary key,
  reference_order_id text not null unique,
  -- The gateway's name for the payment; refunds are asked for by it.
  payment_id text unique,
  status text not null,
  amount bigint not null check (amount >= 0),
  currency_code text not null check (currency_code in ('USD', 'INR')),
  created_at timestamptz not null,
  entity_type text not null check (entity_type in ('masterclass', 'membership', 'events', 'custom')),
  entity_id uuid not null,
  entity_title text not null,
  entity_start_time timestamptz,
  user_id uuid not null,
  user_first_name text not null,
  user_last_name text not null,
  user_phone text not null,
  user_email text not null,
  source text,
  medium text,
  campaign text,
  zoom_join_url text,
  billing_state text,
  gstin text,
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- The intent to give money back, stored before the gateway is asked.
create table refund (
  id uuid primary key,
  transaction_id uuid not null references transaction (id),
  -- Sent with every try, so that the gateway makes one refund however often it is asked.
  idempotency_key text not null unique,
  state text not null check (state in ('requested', 'unknown', 'failed', 'processed')),
  amount bigint not null check (amount >= 0),
  currency_code text not null check (currency_code in ('USD', 'INR')),
  gateway_refund_id text unique,
  -- The gateway's words for a definite refusal.
  reason text,
  attempts integer not null default 0,
  -- Only one process at a time calls the gateway for a refund.
  calling_until timestamptz,
  requested_by text not null,
  requested_at timestamptz not null,
  settled_at timestamptz,
  updated_at timestamptz not null default now()
);
-- At most one refund of a transaction is open or done; a refused one may be followed by another.
create unique index refund_open on refund (transaction_id) where state <> 'failed';
create index refund_by_transaction on refund (transaction_id, requested_at desc);
create index refund_unsettled on refund (requested_at) where state in ('requested', 'unknown');

-- Webhook events that were worked on: one may come again, and in any order.
create table webhook_event (
  id text primary key,
  received_at timestamptz not null default now()
);

-- Tax documents. A number is given once, without gaps within its financial year and kind, and kept.
create table invoice_counter (
  series text not null,
  financial_year integer not null,
  last_number integer not null,
  primary key (series, financial_year)
);
create table invoice (
  transaction_id uuid primary key references transaction (id),
  serial text not null unique check (char_length(serial) <= 16),
  financial_year integer not null,
  issued_at timestamptz not null,
  -- What the document says, kept as it was issued.
  content jsonb not null
);
create table credit_note (
  transaction_id uuid primary key references transaction (id),
  serial text not null unique check (char_length(serial) <= 16),
  financial_year integer not null,
  issued_at timestamptz not null
);
