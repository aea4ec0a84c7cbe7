-- compatible-with: 0061
-- Saved views: the filters of a list under a name, a person's own or shared with all staff.

create table saved_view (
  id uuid primary key,
  staff_id uuid not null references staff (id),
  path text not null,
  section text not null,
  name text not null check (char_length(btrim(name)) between 1 and 60),
  -- Search parameters by name.
  search jsonb not null check (jsonb_typeof(search) = 'object'),
  is_shared boolean not null default false,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Also finds the views of a person.
create unique index saved_view_name on saved_view (staff_id, section, folded(name));
create index saved_view_shared on saved_view (folded(name), id) where is_shared;
