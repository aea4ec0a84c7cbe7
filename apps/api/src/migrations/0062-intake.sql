-- compatible-with: 0061
-- People, orders and memberships held that other systems send, known by the ids of those systems.

alter table app_user add column external_id text unique;

-- The account of each id that another system uses for a person. A row outlives its account and precedes it: an order may
-- come before its buyer.
create table intake_user (
  -- SHA-256. Of an erased person nothing else is left.
  external_id_hash text primary key check (external_id_hash ~ '^[0-9a-f]{64}$'),
  user_id uuid not null unique,
  -- When the other system changed what is stored here; null before its first record of the person. Records that are not
  -- newer change nothing, so an old one never brings back a deleted or an erased person.
  source_changed_at timestamptz,
  -- The last erasure of the person, until a newer record creates the account again.
  erasure_id uuid references erasure (id)
);
create index intake_user_erasure on intake_user (erasure_id) where erasure_id is not null;

-- When the other system changed what is stored here; null for an order that another system did not send.
alter table transaction add column source_changed_at timestamptz;

-- Memberships that people hold.
create table membership_held (
  id uuid primary key,
  external_id text not null unique,
  -- The account, which may come later.
  user_id uuid not null,
  membership_id uuid not null references membership (id),
  -- The order that paid for it.
  order_reference text,
  starts_at timestamptz not null,
  ends_at timestamptz check (ends_at > starts_at),
  cancelled_at timestamptz,
  source_changed_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index membership_held_of_user on membership_held (user_id);
-- Counts the members of a membership without reading the table.
create index membership_held_running on membership_held (membership_id, starts_at) include (ends_at, cancelled_at, user_id);

-- An order that is sent looks for the events of the gateway that came before it.
create index early_event_reference on early_event (reference) where reference is not null;
create index early_event_gateway_order on early_event (gateway_order_id) where gateway_order_id is not null;
