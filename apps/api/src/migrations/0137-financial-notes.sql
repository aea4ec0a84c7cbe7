-- compatible-with: 0113
-- Credit notes that come too late to reduce tax: they give money back in the books, and stand in no return.
alter table tax_document add column is_financial boolean not null default false;
