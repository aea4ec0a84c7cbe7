-- compatible-with: 0039
-- The worklist "State missing": invoices that used the supplier's State, and that neither a new invoice nor credit notes
-- of the whole amount followed. With "offset 0" the planner looks up one row in the index for each document; otherwise it
-- reads the whole table, also for a page of 20.
create view document_without_state as
select d.id, d.kind, d.document_date, d.serial, d.order_reference, d.buyer_name, d.buyer_email
from tax_document as d
where d.is_state_missing
  and not exists (select from tax_document as later where later.replaces = d.id offset 0)
  and d.total > coalesce((select sum(note.total) from tax_document as note where note.invoice_id = d.id)::bigint, 0);
