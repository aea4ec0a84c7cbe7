-- Why staff refund. Staff manage the list; a reason in use is hidden, never deleted.
create table refund_reason (
  id uuid primary key,
  -- Stored with the refund. It never changes, while the label may.
  code text not null unique check (code ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(code) <= 60),
  label text not null check (char_length(label) between 1 and 80),
  position integer not null,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index refund_reason_label on refund_reason (lower(label));
insert into refund_reason (id, code, label, position) values
  ('01970000-0000-7000-8000-000000000001', 'requested-by-customer', 'Requested by the customer', 1),
  ('01970000-0000-7000-8000-000000000002', 'session-cancelled', 'Session cancelled or moved', 2),
  ('01970000-0000-7000-8000-000000000003', 'paid-twice', 'Paid twice', 3),
  ('01970000-0000-7000-8000-000000000004', 'technical-problem', 'Technical problem', 4),
  ('01970000-0000-7000-8000-000000000005', 'goodwill', 'Goodwill', 5);

alter table refund
  add constraint refund_reason_code_fkey foreign key (reason_code) references refund_reason (code),
  add constraint refund_note_length check (char_length(note) <= 500);
create index refund_by_reason on refund (reason_code) where reason_code is not null;

-- Webhook events whose order does not exist yet. They are applied when it appears, and deleted after 30 days.
create table early_event (
  id text primary key,
  kind text not null check (kind in ('payment', 'refund')),
  payment_id text not null,
  gateway_order_id text,
  reference text,
  -- The parsed event.
  event jsonb not null,
  received_at timestamptz not null default now()
);
create index early_event_payment on early_event (payment_id);
create index early_event_received on early_event (received_at, id);
