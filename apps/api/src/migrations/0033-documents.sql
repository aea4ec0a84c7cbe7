-- Invoices and credit notes move into tax_document; their content stays as it was issued.

-- Waits for running writers, so that no document is issued meanwhile.
lock table transaction, invoice, credit_note in share row exclusive mode;

alter table tax_document
  -- Which program wrote the content: 1 before this migration, 2 since.
  add column content_format smallint not null default 2 check (content_format in (1, 2)),
  -- The invoice that this one takes the place of, after a correction. Each is replaced at most once.
  add column replaces uuid unique references tax_document (id) check (replaces is null or kind = 'invoice'),
  -- What the register shows and searches.
  add column order_reference text not null default '',
  add column buyer_name text not null default '',
  add column buyer_email text not null default '';

-- Format 1 gave an odd paisa to CGST.
do $$
declare
  equal_halves text;
begin
  select conname into strict equal_halves from pg_constraint
  where conrelid = 'tax_document'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) in ('CHECK ((sgst = cgst))', 'CHECK (sgst = cgst)');
  execute format('alter table tax_document drop constraint %I', equal_halves);
end
$$;
alter table tax_document add constraint tax_document_equal_halves
  check (sgst >= 0 and (sgst = cgst or (content_format = 1 and cgst = sgst + 1)));

-- The last guard against two invoices of one order.
create unique index tax_document_first_invoice on tax_document (transaction_id)
  where kind = 'invoice' and replaces is null;
create index tax_document_search on tax_document
  using gin (folded(serial || ' ' || order_reference || ' ' || buyer_name || ' ' || buyer_email) gin_trgm_ops);

-- Whether a processed refund has its credit note, with the values of transaction.document_state; 'none' if its invoice was
-- credited in full before.
alter table refund add column document_state text not null default 'on-request'
  check (document_state in ('due', 'issued', 'on-request', 'elsewhere', 'none'));
alter table refund alter column document_state set default 'due';
create index refund_without_credit_note on refund (settled_at, id)
  where state = 'processed' and document_state = 'due';

-- Series opened after a restore, the last one in use. Its code is a part of every number in it.
create table document_series (
  code text primary key check (code ~ '^[A-Z][0-9A-Z]{2}$'),
  opened_at timestamptz not null,
  opened_by text not null
);

create function moved_document(
  p_kind text, p_transaction transaction, p_serial text, p_financial_year integer, p_issued_at timestamptz,
  p_content jsonb, p_invoice uuid, p_refund uuid
) returns uuid language plpgsql as $$
declare
  new_id uuid := gen_random_uuid();
  state_code text := substring(p_content ->> 'place_of_supply' from '\((\d{2})\)$');
  recipient_gstin text := nullif(trim(p_content #>> '{recipient,gstin}'), '');
  is_export boolean := coalesce((p_content ->> 'is_export')::boolean, false);
  tax record;
begin
  select
    coalesce(sum((t ->> 'amount')::bigint) filter (where t ->> 'name' = 'CGST'), 0) as cgst,
    coalesce(sum((t ->> 'amount')::bigint) filter (where t ->> 'name' = 'SGST'), 0) as sgst,
    coalesce(sum((t ->> 'amount')::bigint) filter (where t ->> 'name' = 'IGST'), 0) as igst,
    coalesce(sum((t ->> 'percent')::numeric), 0) as percent
  into tax from jsonb_array_elements(p_content -> 'taxes') as t;
  insert into tax_document (id, kind, transaction_id, refund_id, invoice_id, serial, series, financial_year, number,
    document_date, issued_at, supply, place_of_supply, is_state_missing, recipient_gstin, sac, rate_percent,
    currency_code, total, taxable, cgst, sgst, igst, sandbox, content, content_format, order_reference, buyer_name,
    buyer_email)
  values (
    new_id, p_kind, p_transaction.id, p_refund, p_invoice, p_serial,
    regexp_replace(p_serial, '/?\d{4}/\d+$', ''), p_financial_year,
    substring(p_serial from '/(\d+)$')::integer, (p_issued_at at time zone 'Asia/Kolkata')::date, p_issued_at,
    case when recipient_gstin is not null then 'b2b' when is_export then 'export' else 'b2c' end,
    -- 97 is "Other territory": a State that was not recognised.
    coalesce(state_code, '97'),
    p_kind = 'invoice' and recipient_gstin is null and not is_export
      and (state_code is null or trim(coalesce(p_transaction.billing_state, '')) = ''),
    recipient_gstin, p_content ->> 'sac', tax.percent, p_content ->> 'currency_code',
    (p_content ->> 'amount')::bigint, (p_content ->> 'taxable')::bigint, tax.cgst, tax.sgst, tax.igst,
    coalesce((p_content ->> 'sandbox')::boolean, false), p_content, 1, p_content #>> '{order,reference}',
    p_content #>> '{recipient,name}', p_content #>> '{recipient,email}'
  );
  return new_id;
end
$$;

do $$
declare
  moved record;
  invoice_id uuid;
  refunded uuid;
begin
  for moved in
    select t as paid, i.serial, i.financial_year, i.issued_at, i.content, i.content -> 'taxes' as taxes,
      c.serial as credit_serial, c.financial_year as credit_year, c.issued_at as credited_at
    from invoice i
    join transaction t on t.id = i.transaction_id
    left join credit_note c on c.transaction_id = i.transaction_id
    order by i.issued_at, i.serial
  loop
    invoice_id := moved_document('invoice', moved.paid, moved.serial, moved.financial_year, moved.issued_at,
      moved.content, null, null);
    if moved.credit_serial is not null then
      select id into refunded from refund
      where transaction_id = (moved.paid).id and state = 'processed' and amount = (moved.paid).amount
      order by settled_at desc limit 1;
      perform moved_document('credit-note', moved.paid, moved.credit_serial, moved.credit_year, moved.credited_at,
        moved.content, invoice_id, refunded);
      update refund set document_state = 'issued' where id = refunded;
    end if;
    update transaction set document_state = 'issued', tax_amount = case
      when moved.credit_serial is not null then 0
      else (select coalesce(sum((t ->> 'amount')::bigint), 0) from jsonb_array_elements(moved.taxes) as t)
    end
    where id = (moved.paid).id;
  end loop;
end
$$;
drop function moved_document;

-- The refund of an invoiced order without a credit note gets it from the job.
update refund set document_state = 'due'
where state = 'processed' and document_state = 'on-request'
  and exists (select from tax_document d where d.transaction_id = refund.transaction_id);

drop table credit_note;
drop table invoice;
