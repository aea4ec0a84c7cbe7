-- What the books need of an order, its refunds and its documents.

-- Waits for running writers, so that every later change has its numbers.
lock table transaction in share row exclusive mode;

alter table transaction
  -- The gateway's order. Its payments are requested from the gateway while none is known.
  add column gateway_order_id text,
  -- How it was paid, as the gateway names it: card, upi, netbanking, wallet.
  add column payment_method text,
  -- When the money arrived.
  add column completed_at timestamptz,
  add column billing_name text,
  add column billing_address text,
  -- ISO 3166-1 alpha-2. Unknown without it: a State alone does not prove India.
  add column billing_country text check (billing_country ~ '^[A-Z]{2}$'),
  -- The coupon that was used, and what it took off the price, in minor units.
  add column coupon_id uuid,
  add column coupon_code text,
  add column discount_amount bigint not null default 0 check (discount_amount >= 0),
  -- The number of an invoice that another system issued. Greenroom then issues none.
  add column outside_document text,
  -- Orders from before this migration get their invoice when it is first requested.
  add column document_state text not null default 'on-request'
    check (document_state in ('due', 'issued', 'on-request', 'elsewhere')),
  -- The sum of the processed refunds; kept by a trigger on refund.
  add column refunded_amount bigint not null default 0 check (refunded_amount >= 0),
  -- The tax of the order's invoices less that of its credit notes; set with them.
  add column tax_amount bigint not null default 0;
alter table transaction alter column document_state set default 'due';

create unique index transaction_gateway_order on transaction (gateway_order_id) where gateway_order_id is not null;
create index transaction_without_invoice on transaction (completed_at, id)
  where document_state = 'due' and status in ('completed', 'refunded');
create index transaction_pending on transaction (created_at) where status = 'pending';
create index transaction_coupon on transaction (coupon_id, created_at desc) where coupon_id is not null;

-- A ledger of all refunds: several parts of one order, made here or in the gateway's dashboard.
alter table refund
  add column origin text not null default 'greenroom' check (origin in ('greenroom', 'gateway')),
  -- Chosen by the caller, so that a repeated request makes one refund.
  add column request_id uuid unique,
  -- Why staff refunded; "reason" is why the gateway refused.
  add column reason_code text,
  add column note text;
update refund set origin = 'gateway' where idempotency_key like 'outside-%';
drop index refund_open;
create index refund_settled on refund (settled_at) where state = 'processed';

-- The counts of the list also sum up what was refunded and the tax.
alter table transaction_count_change
  add column refunded bigint not null default 0, add column tax bigint not null default 0;
alter table transaction_count
  add column refunded bigint not null default 0, add column tax bigint not null default 0;
alter table transaction_entity_count
  add column refunded bigint not null default 0, add column tax bigint not null default 0;
alter table transaction_entity_total
  add column refunded bigint not null default 0, add column tax bigint not null default 0;

create or replace function append_transaction_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into transaction_count_change
      (day, entity_id, entity_type, status, currency_code, source, n, amount, refunded, tax)
    values (business_day(old.created_at), old.entity_id, old.entity_type, old.status, old.currency_code,
      coalesce(old.source, ''), -1, -old.amount, -old.refunded_amount, -old.tax_amount);
  end if;
  if tg_op <> 'DELETE' then
    insert into transaction_count_change
      (day, entity_id, entity_type, status, currency_code, source, n, amount, refunded, tax)
    values (business_day(new.created_at), new.entity_id, new.entity_type, new.status, new.currency_code,
      coalesce(new.source, ''), 1, new.amount, new.refunded_amount, new.tax_amount);
  end if;
  return null;
end
$$;

create or replace trigger transaction_change_of_update after update on transaction
  for each row
  when (
    (old.created_at, old.entity_id, old.entity_type, old.status, old.currency_code, old.source, old.amount,
      old.refunded_amount, old.tax_amount)
    is distinct from
    (new.created_at, new.entity_id, new.entity_type, new.status, new.currency_code, new.source, new.amount,
      new.refunded_amount, new.tax_amount)
  )
  execute function append_transaction_change();

create function keep_refunded_amount() returns trigger language plpgsql as $$
begin
  update transaction set refunded_amount = (
    select coalesce(sum(amount), 0) from refund
    where transaction_id = new.transaction_id and state = 'processed'
  )
  where id = new.transaction_id;
  return null;
end
$$;
create trigger refund_processed after insert on refund
  for each row when (new.state = 'processed') execute function keep_refunded_amount();
create trigger refund_settled after update on refund
  for each row when ((old.state = 'processed' or new.state = 'processed')
    and (old.state, old.amount) is distinct from (new.state, new.amount))
  execute function keep_refunded_amount();

-- The last guard against refunding more than was paid. What the gateway reports is recorded whatever it is.
create function refuse_refund_beyond_amount() returns trigger language plpgsql as $$
declare
  paid bigint;
  standing bigint;
begin
  select amount into paid from transaction where id = new.transaction_id for update;
  select coalesce(sum(amount), 0) into standing from refund
  where transaction_id = new.transaction_id and state <> 'failed';
  if standing + new.amount > paid then
    raise exception 'refunds of % exceed the amount paid', new.transaction_id
      using errcode = 'check_violation', constraint = 'refund_within_amount', table = 'refund';
  end if;
  return new;
end
$$;
create trigger refund_within_amount before insert on refund
  for each row when (new.origin = 'greenroom' and new.state <> 'failed')
  execute function refuse_refund_beyond_amount();

-- Of a refunded order the last change was the refund.
update transaction set completed_at = case status when 'refunded' then created_at else updated_at end,
  refunded_amount = case status when 'refunded' then amount else 0 end
where status in ('completed', 'refunded');

-- Tax documents as issued: never changed, never deleted. Amounts are minor units of the currency.
create table tax_document (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  transaction_id uuid not null references transaction (id),
  -- A credit note belongs to a refund, or corrects an invoice without one.
  refund_id uuid unique references refund (id),
  invoice_id uuid references tax_document (id),
  serial text not null unique check (char_length(serial) <= 16),
  series text not null,
  -- The year in which the financial year starts.
  financial_year integer not null,
  number integer not null check (number > 0),
  -- The date on the document, a day in India.
  document_date date not null,
  issued_at timestamptz not null,
  supply text not null check (supply in ('b2b', 'b2c', 'export')),
  -- GST code of the State, 96 for abroad.
  place_of_supply text not null check (place_of_supply ~ '^[0-9]{2}$'),
  -- The supplier's State was used because the buyer's is unknown.
  is_state_missing boolean not null default false,
  recipient_gstin text,
  sac text not null,
  rate_percent numeric(5, 2) not null,
  currency_code text not null check (currency_code in ('USD', 'INR')),
  total bigint not null check (total >= 0),
  taxable bigint not null check (taxable >= 0),
  cgst bigint not null check (cgst >= 0),
  sgst bigint not null check (sgst = cgst),
  igst bigint not null check (igst >= 0),
  sandbox boolean not null,
  -- All of its text and figures.
  content jsonb not null,
  unique (series, financial_year, number),
  check (total = taxable + cgst + sgst + igst),
  check ((kind = 'credit-note') = (invoice_id is not null))
);
create index tax_document_of_transaction on tax_document (transaction_id, issued_at);
create index tax_document_newest on tax_document (document_date desc, id desc) include (kind);
create index tax_document_of_invoice on tax_document (invoice_id) where invoice_id is not null;
create index tax_document_state_missing on tax_document (document_date, id) where is_state_missing;

create function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  raise exception 'a tax document never changes';
end
$$;
create trigger tax_document_is_final before update or delete on tax_document
  for each row execute function refuse_change_of_document();

-- The job recounts existing orders, without a lock on them. Until then lists use plain SQL.
update count_state set counted_at = null where list = 'transactions' and exists (select from transaction);
