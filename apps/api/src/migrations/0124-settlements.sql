-- The gateway's settlements, line by line as it reports them: which money reached the bank, less which fees (OQ-780).
-- They can be exported. An older program lists no export of a kind that it doesn't know, so this migration is not
-- compatible with one.

alter table export
  drop constraint export_kind_check,
  add constraint export_kind_check check (
    kind in ('transactions', 'documents', 'gst-return', 'history', 'registrations', 'numbers', 'coupons', 'people',
      'settlements')
  );

create table settlement (
  id uuid primary key,
  gateway_id text not null unique check (char_length(gateway_id) between 1 and 100),
  -- The bank's reference.
  utr text,
  settled_at timestamptz not null,
  currency_code text not null,
  -- Sums of its lines, in minor units: they change only together with a line.
  line_count integer not null default 0,
  -- Payments before the fee, and refunds.
  payments bigint not null default 0,
  refunds bigint not null default 0,
  -- Everything else, negative if it was taken.
  adjustments bigint not null default 0,
  -- The fee with its tax, and that tax.
  fee bigint not null default 0,
  tax bigint not null default 0,
  -- What reached the bank: credits less debits.
  net bigint not null default 0,
  -- Whether it was reported by the payment sandbox.
  sandbox boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index settlement_newest on settlement (settled_at desc, id desc);

create table settlement_line (
  id uuid primary key,
  -- Null while the gateway names none.
  settlement_id uuid references settlement (id) on delete cascade,
  kind text not null check (kind in ('payment', 'refund', 'adjustment', 'transfer', 'other')),
  -- The gateway's own name of the kind, and its id of what moved the money: they identify a line.
  type text not null check (char_length(type) between 1 and 40),
  entity_id text not null check (char_length(entity_id) between 1 and 100),
  payment_id text,
  gateway_order_id text,
  dispute_id text,
  -- In minor units.
  amount bigint not null,
  debit bigint not null,
  credit bigint not null,
  fee bigint,
  tax bigint,
  currency_code text not null,
  description text,
  method text,
  made_at timestamptz,
  settled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (entity_id, type)
);
create index settlement_line_of_settlement on settlement_line (settlement_id, id);
create index settlement_line_of_payment on settlement_line (payment_id);
create index settlement_line_of_dispute on settlement_line (dispute_id) where dispute_id is not null;

create trigger settlement_live_insert after insert on settlement referencing new table as changed
  for each statement execute function note_change('settlement', 'id');
create trigger settlement_live_update after update on settlement referencing new table as changed
  for each statement execute function note_change('settlement', 'id');

-- When the lines of the day's settlements were stored. Null: the day was compared before they were kept.
alter table gateway_comparison add column lines_stored_at timestamptz;
