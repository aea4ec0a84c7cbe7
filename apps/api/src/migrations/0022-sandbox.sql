-- Which services were sandboxes when an audit entry was written ('sign-in, payments'), and whether a refund was made in
-- the payment sandbox. Invoices have it in their content.
alter table audit_entry add column sandbox text;
alter table refund add column sandbox boolean not null default false;
