-- compatible-with: 0113
-- Refunds of all orders of a session in one go (OQ-840).

create table refund_batch (
  id uuid primary key,
  -- The client's id of the call: a repeated one makes no second batch.
  request_id uuid not null unique,
  entity_type text not null check (entity_type in ('masterclass', 'events')),
  entity_id uuid not null,
  entity_title text not null,
  reason_code text not null references refund_reason (code),
  note text check (char_length(note) <= 500),
  -- What the requester confirmed: how many orders, and the sums in minor units.
  orders integer not null check (orders > 0),
  amount_inr bigint not null default 0 check (amount_inr >= 0),
  amount_usd bigint not null default 0 check (amount_usd >= 0),
  state text not null check (state in ('waiting', 'running', 'stopped', 'done', 'declined', 'withdrawn')),
  -- The rule that asked for a second person; null if none did.
  cause text check (cause in ('amount', 'day')),
  requested_by_id uuid not null references staff (id),
  -- E-mail address, as it was then.
  requested_by text not null,
  requested_at timestamptz not null,
  decided_by_id uuid references staff (id),
  decided_by text,
  decided_at timestamptz,
  -- Why it was declined.
  decision_reason text check (char_length(decision_reason) between 1 and 500),
  -- Who stopped it last.
  stopped_by text,
  -- When the last row was begun, or when it was stopped.
  ended_at timestamptz,
  constraint refund_batch_second_person check (decided_by_id <> requested_by_id),
  check ((decided_by_id is null) = (decided_by is null)),
  check (state <> 'declined' or (decided_by_id is not null and decision_reason is not null)),
  -- Money moves only without a rule that asks for a second person, or after that person approved.
  check (state not in ('running', 'stopped', 'done') or cause is null or decided_by_id is not null)
);
create unique index refund_batch_open on refund_batch (entity_type, entity_id) where state in ('waiting', 'running');
-- Those that wait for a second person first.
create index refund_batch_listed on refund_batch ((state = 'waiting') desc, requested_at desc, id desc);
create index refund_batch_waiting on refund_batch (requested_at, id) where state = 'waiting';
create index refund_batch_of_entity on refund_batch (entity_id, requested_at desc);
create index refund_batch_by_person on refund_batch (requested_by_id, requested_at);
create index refund_batch_by_decider on refund_batch (decided_by_id) where decided_by_id is not null;
create index refund_batch_by_reason on refund_batch (reason_code);

-- The batch that a refund belongs to, failed refunds too.
alter table refund add column refund_batch_id uuid references refund_batch (id);
create index refund_of_batch on refund (refund_batch_id) where refund_batch_id is not null;

-- One paid order of the session each.
create table refund_batch_row (
  refund_batch_id uuid not null references refund_batch (id),
  position integer not null,
  transaction_id uuid not null references transaction (id),
  -- What was left when the requester confirmed, in minor units; 0 for an order that is skipped from the start.
  amount bigint not null check (amount >= 0),
  currency_code text not null check (currency_code in ('USD', 'INR')),
  -- Sent: its refund says the rest.
  state text not null check (state in ('waiting', 'sent', 'skipped', 'failed')),
  -- Why it was skipped or failed, without a refund that says it.
  reason text check (char_length(reason) <= 2000),
  -- How often it was begun again.
  attempt integer not null default 0,
  refund_id uuid unique references refund (id),
  primary key (refund_batch_id, position),
  check ((state = 'sent') = (refund_id is not null)),
  check (state <> 'waiting' or amount > 0)
);
create unique index refund_batch_row_order on refund_batch_row (transaction_id, refund_batch_id);
create index refund_batch_row_waiting on refund_batch_row (refund_batch_id, position) where state = 'waiting';

-- Notes the batches of rows that a statement has changed, and those of changed refunds.
create function note_batch_change() returns trigger language plpgsql as $$
declare
  ids uuid[];
begin
  select array_agg(refund_batch_id) into ids from (
    select distinct refund_batch_id from changed where refund_batch_id is not null limit 51
  ) as few;
  if ids is not null then
    insert into live_change (kind, record_ids)
    values ('refund-batch', case when cardinality(ids) <= 50 then ids end);
  end if;
  return null;
end
$$;
create trigger refund_batch_live_insert after insert on refund_batch referencing new table as changed
  for each statement execute function note_change('refund-batch', 'id');
create trigger refund_batch_live_update after update on refund_batch referencing new table as changed
  for each statement execute function note_change('refund-batch', 'id');
create trigger refund_batch_row_live_update after update on refund_batch_row referencing new table as changed
  for each statement execute function note_batch_change();
create trigger refund_of_batch_live_update after update on refund referencing new table as changed
  for each statement execute function note_batch_change();
