-- compatible-with: 0113
-- Disputes of payments: a buyer claims the money back through the bank (OQ-783).

create table dispute (
  id uuid primary key,
  -- The gateway's id.
  gateway_id text not null unique check (char_length(gateway_id) between 1 and 100),
  payment_id text not null,
  -- Null until an event says it: a settlement alone tells what was taken.
  amount bigint,
  currency_code text not null,
  -- What the gateway says it took, in minor units.
  amount_deducted bigint not null default 0,
  -- Debits less credits of its lines in settlements.
  taken bigint not null default 0,
  reason_code text,
  reason_description text,
  phase text,
  -- As the gateway names it; one that it adds later counts as open.
  state text not null,
  -- The last moment for evidence.
  respond_by timestamptz,
  opened_at timestamptz not null,
  -- When it was won, lost or closed.
  ended_at timestamptz,
  -- Of the event that told the present state. Older events change nothing.
  told_at timestamptz not null,
  sandbox boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- The deadline first.
create index dispute_open on dispute (respond_by, id) where ended_at is null;
create index dispute_ended on dispute (ended_at desc, id desc) where ended_at is not null;
create index dispute_of_payment on dispute (payment_id);

create trigger dispute_live_insert after insert on dispute referencing new table as changed
  for each statement execute function note_change('dispute', 'id');
create trigger dispute_live_update after update on dispute referencing new table as changed
  for each statement execute function note_change('dispute', 'id');
