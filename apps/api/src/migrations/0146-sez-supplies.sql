-- Supplies to a unit or developer of a Special Economic Zone are zero-rated, with a kind of their own (OQ-820).
alter table transaction add column is_sez boolean not null default false;
alter table tax_document
  drop constraint tax_document_supply_check,
  add constraint tax_document_supply_check check (supply in ('b2b', 'b2c', 'export', 'sez'));
