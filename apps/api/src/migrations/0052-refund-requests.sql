-- compatible-with: 0050
-- Refunds that need a second person (OQ-350).

-- Who asked for a refund, as a person: the daily limit counts by it. Null for refunds of the gateway's dashboard, and
-- for those before this column.
alter table refund add column requested_by_id uuid references staff (id);
create index refund_by_person on refund (requested_by_id, requested_at) where requested_by_id is not null;

create table refund_request (
  id uuid primary key,
  transaction_id uuid not null references transaction (id),
  amount bigint not null check (amount > 0),
  currency_code text not null,
  -- The rule that asked for a second person.
  cause text not null check (cause in ('amount', 'day')),
  reason_code text references refund_reason (code),
  note text check (char_length(note) <= 500),
  -- The client's id of the call, as in refund.
  request_id uuid unique,
  requested_by_id uuid not null references staff (id),
  -- E-mail address, as it was then.
  requested_by text not null,
  requested_at timestamptz not null,
  state text not null default 'open' check (state in ('open', 'approved', 'declined', 'withdrawn', 'lapsed')),
  decided_by_id uuid references staff (id),
  decided_by text,
  decided_at timestamptz,
  -- Why it was declined, or why it lapsed.
  decision_reason text check (char_length(decision_reason) between 1 and 500),
  -- The refund of an approved request.
  refund_id uuid unique references refund (id),
  constraint refund_request_second_person check (decided_by_id <> requested_by_id),
  check ((state = 'open') = (decided_at is null)),
  check ((state in ('approved', 'declined')) = (decided_by_id is not null)),
  check ((decided_by_id is null) = (decided_by is null)),
  check ((state = 'approved') = (refund_id is not null)),
  check (state <> 'declined' or decision_reason is not null)
);
create unique index refund_request_open on refund_request (transaction_id) where state = 'open';
create index refund_request_open_oldest on refund_request (requested_at, id) where state = 'open';
create index refund_request_decided_newest on refund_request (decided_at desc, id desc) where state <> 'open';
create index refund_request_of_transaction on refund_request (transaction_id, requested_at desc);
create index refund_request_by_person on refund_request (requested_by_id);
create index refund_request_by_decider on refund_request (decided_by_id) where decided_by_id is not null;
create index refund_request_by_reason on refund_request (reason_code) where reason_code is not null;

-- What was asked for, and what was decided, is final. An erasure replaces texts.
create function refuse_change_of_refund_request() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'requests for refunds are never removed';
  end if;
  if to_jsonb(old) - '{state,decided_by_id,decided_by,decided_at,decision_reason,refund_id,note}'::text[]
      <> to_jsonb(new) - '{state,decided_by_id,decided_by,decided_at,decision_reason,refund_id,note}'::text[]
    or (old.state <> 'open'
      and to_jsonb(old) - '{note,decision_reason}'::text[] <> to_jsonb(new) - '{note,decision_reason}'::text[])
  then
    raise exception 'a request for a refund, and a decision about it, never change';
  end if;
  return new;
end
$$;
create trigger refund_request_is_final before update or delete on refund_request
  for each row execute function refuse_change_of_refund_request();
create trigger refund_request_is_kept before truncate on refund_request
  for each statement execute function refuse_change_of_refund_request();
