-- compatible-with: 0039
-- Rows that never change or disappear, however they are written. Row triggers miss TRUNCATE.

create trigger tax_document_is_kept before truncate on tax_document
  for each statement execute function refuse_change_of_document();

create function refuse_change_of_note() returns trigger language plpgsql as $$
begin
  raise exception 'notes about orders are never changed or removed';
end
$$;
create trigger transaction_note_is_final before update or delete or truncate on transaction_note
  for each statement execute function refuse_change_of_note();

create function refuse_removal_of_difference() returns trigger language plpgsql as $$
begin
  raise exception 'differences are closed and never removed';
end
$$;
create trigger gateway_difference_is_kept before delete or truncate on gateway_difference
  for each statement execute function refuse_removal_of_difference();
