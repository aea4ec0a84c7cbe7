-- compatible-with: 0090
-- Roles that an owner gave outrank those that the groups of the sign-in provider give (OQ-699).
alter table staff add column role_by_hand boolean not null default false;
update staff set role_by_hand = true
where invited_at is not null or exists (
  select from audit_entry
  where entity_type = 'staff' and entity_id = staff.id::text and action = 'staff.change'
    and before ->> 'role' is distinct from after ->> 'role'
);
