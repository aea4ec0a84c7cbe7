-- An address or a phone that an account had before is not verified any more: somebody else may have it. It still finds the
-- account with the same name. The rules in words are in docs/personal-data.md.

create function forget_verification() returns trigger language plpgsql as $$
begin
  update person_identifier as own set is_verified = false
  where person_id = new.person_id and is_verified
    and (kind, value) in (('email', email_key(old.email)), ('phone', phone_key(old.phone)))
    and is_former(person_id, kind, value, source);
  return null;
end
$$;
create trigger app_user_former_contacts after update on app_user for each row
  when ((old.email, old.phone) is distinct from (new.email, new.phone))
  execute function forget_verification();

update person_identifier set is_verified = false
where is_verified and is_former(person_id, kind, value, source);
