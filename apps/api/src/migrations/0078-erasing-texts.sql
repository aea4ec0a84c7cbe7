-- compatible-with: 0075
-- An erasure reads every column in which anybody may have written about the person, and continues where it was stopped.

-- The table and the last row that the step in progress has read; for the history, the entry.
alter table erasure alter column audit_cursor type text;

-- Replaces every match in the texts of a JSON value. In a list of records it leaves those alone that don't match p_where:
-- another person may have the same first name.
create function blanked_where(value jsonb, pattern text, p_where text) returns jsonb language plpgsql immutable as $$
begin
  return case jsonb_typeof(value)
    when 'object' then (
      select coalesce(jsonb_object_agg(
        case when key ~ p_where then regexp_replace(key, pattern, '[erased]', 'g') else key end,
        blanked_where(member, pattern, p_where)), '{}')
      from jsonb_each(value) as each (key, member)
    )
    when 'array' then (
      select coalesce(jsonb_agg(case
        when jsonb_typeof(item) in ('object', 'array')
          and regexp_replace(item::text, '\\(["\\/bfnrt]|u[0-9a-fA-F]{4})', '"', 'g') !~ p_where then item
        else blanked_where(item, pattern, p_where)
      end order by place), '[]')
      from jsonb_array_elements(value) with ordinality as each (item, place)
    )
    else blanked(value, pattern, '{}')
  end;
end
$$;
