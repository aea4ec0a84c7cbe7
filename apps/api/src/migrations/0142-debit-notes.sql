-- Debit notes: they take back a credit note that should not stand, in whole or in part.
alter table tax_document
  drop constraint tax_document_kind_check,
  add constraint tax_document_kind_check check (kind in ('invoice', 'credit-note', 'debit-note')),
  -- The credit note that a debit note takes back. Its invoice is that of the credit note.
  add column credit_note_id uuid references tax_document (id),
  add constraint tax_document_takes_back check ((kind = 'debit-note') = (credit_note_id is not null));
do $$
declare
  of_invoice text;
begin
  select conname into strict of_invoice from pg_constraint
  where conrelid = 'tax_document'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%''credit-note''%=%invoice_id IS NOT NULL%';
  execute format('alter table tax_document drop constraint %I', of_invoice);
end
$$;
alter table tax_document add constraint tax_document_of_invoice check ((kind <> 'invoice') = (invoice_id is not null));
create index tax_document_of_credit_note on tax_document (credit_note_id) where credit_note_id is not null;

create or replace view document_without_state as
select d.id, d.kind, d.document_date, d.serial, d.order_reference, d.buyer_name, d.buyer_email
from tax_document as d
where d.is_state_missing
  and not exists (select from tax_document as later where later.replaces = d.id offset 0)
  and d.total > coalesce((
    select sum(case note.kind when 'credit-note' then note.total else -note.total end)
    from tax_document as note where note.invoice_id = d.id)::bigint, 0);
