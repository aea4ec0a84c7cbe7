-- compatible-with: 0113
-- What each file of GSTR-1 contained. A month whose return was exported takes no new documents after the 11th, and what
-- came after the export is shown before the month is marked as filed.
create table gst_export (
  id uuid primary key,
  month text not null check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  format text not null,
  exported_at timestamptz not null,
  -- E-mail address of a staff account.
  exported_by text not null,
  documents integer not null,
  -- Reported sums in paise, invoices less credit notes.
  taxable bigint not null,
  cgst bigint not null,
  sgst bigint not null,
  igst bigint not null,
  total bigint not null,
  -- The last number of each series and financial year in the file: {"GR 2026": 42}. Numbers are taken one after the
  -- other, so a document of the month with a later number, or of another series, came after the file.
  last_numbers jsonb not null,
  -- SHA-256 of the rows that were read, in hexadecimal.
  digest text not null
);
create index gst_export_of_month on gst_export (month, exported_at desc);
