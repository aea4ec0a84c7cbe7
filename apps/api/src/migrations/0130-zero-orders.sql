-- An order of 0 has no invoice, because nothing was paid (OQ-790).
alter table transaction
  drop constraint transaction_document_state_check,
  add constraint transaction_document_state_check
    check (document_state in ('due', 'issued', 'on-request', 'elsewhere', 'none'));
