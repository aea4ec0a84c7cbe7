-- compatible-with: 0061
-- The bin: what staff deleted, for thirty days. Its rows leave their tables, so that no list, count or key needs to know
-- of deletion. A program before this one deletes for good.

create table bin_item (
  id uuid primary key,
  kind text not null check (kind in ('post', 'comment', 'user', 'banner', 'shortlink', 'news')),
  record_id uuid not null,
  -- What the record was called, to recognise it.
  label text not null,
  -- What deleting it needed. Restoring it needs the same.
  permission text not null check (permission in ('content.write', 'moderation.write')),
  -- Number of its rows by table.
  contents jsonb not null default '{}',
  deleted_by text not null,
  deleted_at timestamptz not null
);
create index bin_item_newest on bin_item (deleted_at desc, id desc);
create index bin_item_newest_of_kind on bin_item (kind, deleted_at desc, id desc);
create index bin_item_of_record on bin_item (record_id, kind);
create index bin_item_label on bin_item using gin (folded(label) gin_trgm_ops);

-- The rows of a deleted record, as they were.
create table bin_row (
  -- Rows are restored in this order.
  id bigint primary key generated always as identity,
  item_id uuid not null references bin_item (id) on delete cascade,
  -- The table, or 'lead.user_id' for a reference that the deletion removed from a row that stayed.
  source text not null,
  -- The id of the row, where its table has one.
  record_id uuid,
  -- The row that this one belongs to, where erasures ask for it: the comment of a reply, the item of a report.
  parent_id uuid,
  -- The account that wrote it, or that it is.
  person_id uuid,
  content jsonb not null
);
create index bin_row_of_item on bin_row (item_id, source, id);
create index bin_row_of_record on bin_row (record_id, source) where record_id is not null;
create index bin_row_of_parent on bin_row (parent_id) where parent_id is not null;
create index bin_row_of_person on bin_row (person_id, source) where person_id is not null;
create index bin_row_external_id on bin_row ((content ->> 'external_id'), source)
  where content ->> 'external_id' is not null;
-- People who are in the bin are found by their e-mail address and phone when they ask for their data.
create index bin_row_account on bin_row (folded(content ->> 'email')) where source = 'app_user';

-- A file of a record in the bin is kept and not served.
alter table file add column bin_item_id uuid references bin_item (id);
create index file_of_bin_item on file (bin_item_id) where bin_item_id is not null;
