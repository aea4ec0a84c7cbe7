-- compatible-with: 0090
-- Links that open one tax document without signing in, for a day.

create table document_link (
  id uuid primary key,
  document_id uuid not null references tax_document (id) on delete cascade,
  -- SHA-256 of what the address carries, which is stored nowhere.
  token_hash text not null unique,
  ends_at timestamptz not null,
  -- The link works while this account may download documents.
  made_by text not null
);
create index document_link_of_document on document_link (document_id);
create index document_link_ended on document_link (ends_at);
