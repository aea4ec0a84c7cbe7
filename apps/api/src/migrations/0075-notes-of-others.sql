-- compatible-with: 0065
-- An erasure also blanks the person in notes about other people and their orders, and in the names of JSON members.

-- Replaces every match of a pattern in the names of a JSON value's members, if they match p_where. If two names become
-- the same, one member stays.
create function blanked_names(value jsonb, pattern text, p_where text) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(
        case when key ~ p_where then regexp_replace(key, pattern, '[erased]', 'g') else key end,
        blanked_names(member, pattern, p_where)), '{}')
      from jsonb_each(value) as each (key, member)
    )
    when 'array' then (
      select coalesce(jsonb_agg(blanked_names(item, pattern, p_where) order by place), '[]')
      from jsonb_array_elements(value) with ordinality as each (item, place)
    )
    else value
  end;
end
$$;

-- The trigger of the statement lets only a running erasure update a note about an order. At the end of a note of the max
-- length, the replacement of a short address is cut.
create or replace function refuse_change_of_note() returns trigger language plpgsql as $$
begin
  if position('[eras' in new.text) > 0 and to_jsonb(new) - 'text' = to_jsonb(old) - 'text' then return new; end if;
  raise exception 'notes about orders are never changed or removed';
end
$$;

create or replace function refuse_change_of_person_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - '{user_id,user_email}'::text[] = to_jsonb(old) - '{user_id,user_email}'::text[]
  then
    return new;
  end if;
  if tg_op = 'UPDATE' and exists (select from erasure where state = 'running')
    and position('[eras' in new.text) > 0 and to_jsonb(new) - 'text' = to_jsonb(old) - 'text'
  then
    return new;
  end if;
  if tg_op = 'DELETE' and exists (select from erasure where state = 'running') then return old; end if;
  raise exception 'notes about people are never changed or removed';
end
$$;
