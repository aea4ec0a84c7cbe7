-- compatible-with: 0032
-- Notes of staff about an order. They are never edited, because a timeline tells what was known when.
create table transaction_note (
  id uuid primary key,
  transaction_id uuid not null references transaction (id),
  text text not null check (char_length(text) between 1 and 2000),
  written_by text not null,
  written_at timestamptz not null
);
create index transaction_note_of_transaction on transaction_note (transaction_id, written_at desc);
