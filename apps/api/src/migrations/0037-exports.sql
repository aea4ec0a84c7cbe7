-- Months as they are reported in GSTR-1, and exports of lists.

create table gst_period (
  month text primary key check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- Rupees for one dollar, for documents in dollars of this month.
  usd_rate numeric(10, 4) check (usd_rate > 0),
  filed_at timestamptz,
  -- Who filed it: the e-mail address, which stays readable.
  filed_by text,
  check ((filed_at is null) = (filed_by is null))
);

-- A month's documents are summed up from this index alone.
create index tax_document_of_month on tax_document (document_date)
  include (kind, supply, currency_code, total, taxable, cgst, sgst, igst);

create table export (
  id uuid primary key,
  kind text not null check (kind in ('transactions', 'documents', 'gst-return')),
  format text not null check (format in ('csv', 'xlsx', 'json')),
  -- The request as it came in: filters, columns, month.
  request jsonb not null,
  file_name text not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled', 'expired')),
  rows_done bigint not null default 0,
  rows_total bigint not null,
  byte_size bigint,
  -- Recorded before the bytes are stored, so that a sweep finds them after a crash.
  file_key text,
  problem text,
  requested_by text not null,
  requested_by_email text not null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  -- A link to the file works once, until this time.
  link_hash text unique,
  link_until timestamptz
);
create unique index export_under_way on export (requested_by) where state in ('waiting', 'running');
create index export_of_person on export (requested_by, requested_at desc);
create index export_open on export (requested_at) where state in ('waiting', 'running');
create index export_with_file on export (finished_at) where file_key is not null;
