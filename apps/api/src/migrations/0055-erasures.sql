-- compatible-with: 0050
-- Erasing a person's data on request, and the only function that blanks details in the audit log.

create table erasure (
  id uuid primary key,
  -- E-mail address of the member of staff.
  requested_by text not null,
  requested_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'erased')),
  -- The step in progress, and the last audit entry that it has seen.
  step text,
  audit_cursor uuid,
  -- How many rows were changed, by kind. Each batch adds its own in its transaction.
  counts jsonb not null default '{}' check (jsonb_typeof(counts) = 'object'),
  -- Records that lead to the person in a backup made before the erasure: 'user:<id>'.
  anchors text[] not null check (cardinality(anchors) > 0),
  -- The details to look for, while the erasure is open.
  subject jsonb,
  -- When the last tax document may be erased as well; null if there is none.
  documents_until date,
  -- Why the last attempt failed. The job tries again.
  problem text,
  finished_at timestamptz,
  check ((state = 'erased') = (finished_at is not null)),
  check (state <> 'erased' or (subject is null and step is null and audit_cursor is null))
);
create index erasure_newest on erasure (requested_at desc, id desc);
create index erasure_open on erasure (requested_at) where state <> 'erased';
create index erasure_with_documents on erasure (documents_until) where documents_until is not null;

-- Files whose bytes are still to be deleted. They do not pass through the trash.
create table erasure_file (
  erasure_id uuid not null references erasure (id),
  key text not null,
  primary key (erasure_id, key)
);

-- Replaces every match in the texts of a JSON value, and the whole value of the named members.
create function blanked(value jsonb, pattern text, members text[]) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(key, case
        when key = any (members) and jsonb_typeof(member) <> 'null' then '"[erased]"'
        else blanked(member, pattern, members)
      end), '{}')
      from jsonb_each(value) as each (key, member)
    )
    when 'array' then (
      select coalesce(jsonb_agg(blanked(item, pattern, members) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as each (item, place)
    )
    when 'string' then to_jsonb(regexp_replace(value #>> '{}', pattern, '[erased]', 'g'))
    when 'number' then case when value #>> '{}' ~ pattern then '"[erased]"' else value end
    else value
  end;
end
$$;

-- Blanks a person's details in audit entries: the label, before and after. Works only for an erasure that is running.
-- It adds an entry of its own with how many it changed, without the details.
-- p_members: members of before and after whose whole value is replaced; p_whole_label: whether the label is.
create function blank_audit_details(
  p_erasure uuid, p_entries uuid[], p_pattern text, p_members text[], p_whole_label boolean
) returns integer language plpgsql as $$
declare
  changed integer;
begin
  perform 1 from erasure where id = p_erasure and state = 'running';
  if not found then raise exception 'no erasure % is running', p_erasure; end if;
  if '' ~ p_pattern then raise exception 'the pattern matches everything'; end if;
  perform set_config('greenroom.erasure', p_erasure::text, true);
  update audit_entry as kept
  set entity_label = made.entity_label, before = made.before, after = made.after
  from (
    select id,
      case
        when p_whole_label and e.entity_label is not null then '[erased]'
        else regexp_replace(e.entity_label, p_pattern, '[erased]', 'g')
      end as entity_label,
      blanked(e.before, p_pattern, p_members) as before,
      blanked(e.after, p_pattern, p_members) as after
    from audit_entry e
    where e.id = any (p_entries)
  ) as made
  where kept.id = made.id
    and (kept.entity_label, kept.before, kept.after) is distinct from (made.entity_label, made.before, made.after);
  get diagnostics changed = row_count;
  perform set_config('greenroom.erasure', '', true);
  if changed > 0 then
    insert into audit_entry (id, at, actor_id, actor_email, action, entity_type, entity_id, after)
    values (gen_random_uuid(), clock_timestamp(), 'system', 'system', 'audit.blank', 'erasure', p_erasure::text,
      jsonb_build_object('entries', changed));
  end if;
  return changed;
end
$$;

-- The erasure that blank_audit_details or blank_kept_documents works for in this transaction; null otherwise.
create function current_erasure() returns uuid language sql stable as $$
  select nullif(current_setting('greenroom.erasure', true), '')::uuid
$$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and exists (select from erasure where id = current_erasure() and state = 'running') then
    return null;
  end if;
  raise exception 'audit entries are never changed or removed';
end
$$;

-- Who did what, when and from where stays, also while details are blanked.
create function refuse_other_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit entries are never changed or removed';
end
$$;
create trigger audit_entry_keeps_what_happened before update on audit_entry
  for each row
  when (
    (to_jsonb(old) - '{entity_label,before,after}'::text[]) is distinct from
    (to_jsonb(new) - '{entity_label,before,after}'::text[])
  )
  execute function refuse_other_audit_change();

-- The last day on which a tax document must be kept: the annual return of a financial year is due on 31 December after
-- its end, and records are kept for 72 months from then (CGST Act, sections 36 and 44; CGST Rules, Rule 80).
create function document_kept_until(financial_year integer) returns date language sql immutable as $$
  select make_date(financial_year + 7, 12, 31)
$$;

-- Blanks the buyer in the documents of an erased person whose time to be kept is over. Orders of an erased person have
-- the id of the erasure as their user.
create function blank_kept_documents(p_erasure uuid) returns integer language plpgsql as $$
declare
  changed integer;
begin
  perform set_config('greenroom.erasure', p_erasure::text, true);
  update tax_document
  set buyer_name = '[erased]', buyer_email = '[erased]', recipient_gstin = null,
    content = content || jsonb_build_object('recipient', blanked(content -> 'recipient', '(?!)',
      '{name,email,phone,address,gstin,refused_gstin}'))
  where transaction_id in (select id from transaction where user_id = p_erasure)
    and document_kept_until(financial_year) < current_date
    and buyer_name <> '[erased]';
  get diagnostics changed = row_count;
  perform set_config('greenroom.erasure', '', true);
  return changed;
end
$$;

create or replace function refuse_change_of_document() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_level = 'ROW' then
    if exists (select from erasure where id = current_erasure())
      and document_kept_until(old.financial_year) < current_date
      and (to_jsonb(old) - '{buyer_name,buyer_email,recipient_gstin,content}'::text[])
        = (to_jsonb(new) - '{buyer_name,buyer_email,recipient_gstin,content}'::text[])
      and old.content - 'recipient' = new.content - 'recipient'
    then
      return new;
    end if;
  end if;
  raise exception 'a tax document never changes';
end
$$;

-- A note is final, except that a running erasure replaces its text.
drop trigger transaction_note_is_final on transaction_note;
create function refuse_change_of_notes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and exists (select from erasure where state = 'running') then return null; end if;
  raise exception 'notes about orders are never changed or removed';
end
$$;
create trigger transaction_note_is_kept before update or delete or truncate on transaction_note
  for each statement execute function refuse_change_of_notes();
create or replace function refuse_change_of_note() returns trigger language plpgsql as $$
begin
  if new.text = '[erased]' and to_jsonb(new) - 'text' = to_jsonb(old) - 'text' then return new; end if;
  raise exception 'notes about orders are never changed or removed';
end
$$;
create trigger transaction_note_is_final before update on transaction_note
  for each row execute function refuse_change_of_note();
