-- compatible-with: 0061
-- The outbox: what other systems are told of changes here. A row is written in the transaction of its change.

create table webhook_delivery (
  id uuid primary key,
  -- The order of a record's deliveries. Ids of two programs may not ascend in it; the record's lock is held here.
  position bigint not null generated always as identity,
  destination text not null check (destination in ('product', 'lead-squared')),
  event text not null,
  record_type text not null,
  record_id text not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'skipped')),
  created_at timestamptz not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Only one process at a time sends it.
  calling_until timestamptz,
  last_attempt_at timestamptz,
  last_status integer,
  last_answer text check (char_length(last_answer) <= 2000),
  sent_at timestamptz,
  version integer not null default 1,
  updated_at timestamptz not null,
  check ((state = 'waiting') = (next_attempt_at is not null)),
  check (state = 'waiting' or calling_until is null),
  check ((state = 'sent') = (sent_at is not null))
);

-- A record's deliveries are sent one at a time.
create unique index webhook_delivery_in_flight on webhook_delivery (destination, record_type, record_id)
  where calling_until is not null;
-- Finds what holds a delivery back.
create index webhook_delivery_open on webhook_delivery (destination, record_type, record_id, position)
  where state in ('waiting', 'failed');
create index webhook_delivery_due on webhook_delivery (destination, next_attempt_at, position)
  where state = 'waiting';
-- The rate limit counts recent attempts.
create index webhook_delivery_attempted on webhook_delivery (destination, last_attempt_at);
create index webhook_delivery_newest on webhook_delivery (position desc);
create index webhook_delivery_by_state on webhook_delivery (state, position desc);
create index webhook_delivery_by_event on webhook_delivery (event, position desc);
create index webhook_delivery_by_record on webhook_delivery (record_id, position desc);
-- The sweep deletes ended ones.
create index webhook_delivery_ended on webhook_delivery (updated_at) where state in ('sent', 'skipped');
