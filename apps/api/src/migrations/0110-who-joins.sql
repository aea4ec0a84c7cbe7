-- Corrections of who joins whom. The rules in words are in docs/personal-data.md.

-- Compares two names: 'same' if every word of the shorter one, or its initial, is in the longer one, and one is a whole
-- word; 'unknown' if one is empty, they have only initials in common, or they are written in different scripts;
-- otherwise 'different'.
create or replace function compared_names(one text, other text) returns text language plpgsql immutable parallel safe as $$
declare
  shorter text[] := name_words(one);
  longer text[] := name_words(other);
begin
  if cardinality(shorter) = 0 or cardinality(longer) = 0 then return 'unknown'; end if;
  if script_of(shorter[1]) <> script_of(longer[1]) then return 'unknown'; end if;
  if cardinality(shorter) > cardinality(longer) then
    select longer, shorter into shorter, longer;
  end if;
  if exists (
    select from unnest(shorter) as word where not exists (
      select from unnest(longer) as same
      where same = word or (left(same, 1) = left(word, 1) and (char_length(same) = 1 or char_length(word) = 1)))
  ) then
    return 'different';
  end if;
  return case when shorter && longer then 'same' else 'unknown' end;
end
$$;

-- Returns who stays of those who were merged with a person.
create function root_of(person uuid) returns uuid language sql stable parallel safe
return case when exists (select from person as joined where joined.id = root_of.person and merged_into is not null)
  then (people_with(root_of.person))[1] else root_of.person end;

-- Tells whether an account had an address or a phone before, and has another one now. Somebody else may have it.
create function is_former(person uuid, kind text, value text, source text) returns boolean
language sql stable parallel safe
return source = 'app_user' and not exists (select from app_user where app_user.person_id = is_former.person
  and case kind when 'email' then email_key(email) else phone_key(phone) end = value);

-- Returns what a person, and everybody who is joined with them, is found by. A subquery of its own keeps the planner at
-- the index of one person's rows: from kinds and values it would read those of all people.
create function identifiers_with(person uuid) returns setof person_identifier language sql stable parallel safe
begin atomic
  select other.* from unnest(people_with(identifiers_with.person)) as one (id)
  cross join lateral (select * from person_identifier where person_id = one.id offset 0) as other;
end;

-- Finds the person of a record; null if it is about somebody new. Only a new account can say that its own address or
-- phone is verified.
create or replace function find_person(
  account uuid, email text, phone text, name text, is_new_account boolean,
  is_email_verified boolean default false, is_phone_verified boolean default false
) returns uuid
language plpgsql stable as $$
declare
  person uuid;
  owners uuid[];
begin
  if account is not null and not is_new_account then
    select person_id into person from person_identifier where kind = 'account' and value = account::text;
    if person is not null then return person; end if;
    -- The account was deleted before people were records.
    select person_id into person from transaction
    where user_id = account and exists (select from person where id = person_id and not is_being_erased) limit 1;
    if person is not null then return person; end if;
  end if;
  -- Of many people with one address or phone the first are compared.
  if email is not null then
    select fitting.person_id into person from (
      select *, min(root::text) over () = max(root::text) over () as is_alone,
        compared_with(names, find_person.name) as compared from (
        select *, root_of(person_id) as root, is_former(person_id, kind, value, source) as former from person_identifier
        where kind = 'email' and value = email and is_own order by id limit 20
      ) as known
    ) as fitting
    -- A name that can't be compared tells no two people apart. A verified address is that of whoever used it alone.
    where (compared = 'same' or is_alone and (compared = 'unknown' and not former or find_person.is_email_verified))
      -- Two accounts are two people until somebody merges them.
      and not (is_new_account and exists (select from identifiers_with(fitting.person_id) as other
        where other.kind = 'account'))
    order by id limit 1;
    if person is not null then return person; end if;
    -- Whatever name comes with it, an address that one account has verified is that account's.
    if not is_new_account then
      owners := array(select min(person_id::text)::uuid from person_identifier
        where kind = 'email' and value = email and is_own and is_verified group by root_of(person_id) limit 2);
      if cardinality(owners) = 1 then return owners[1]; end if;
    end if;
  end if;
  if phone is not null then
    -- Families share phones. With the same name it is one person, unless each has an e-mail address. A verified phone also
    -- joins then, and if the names can't be compared.
    select fitting.person_id into person from (
      select *, min(root::text) over () = max(root::text) over () as is_alone,
        compared_with(names, find_person.name) as compared, is_verified or is_phone_verified as verified from (
        select *, root_of(person_id) as root from person_identifier
        where kind = 'phone' and value = phone and is_own order by id limit 20
      ) as known
    ) as fitting
    where (compared = 'same' or compared = 'unknown' and verified and is_alone)
      and not exists (select from identifiers_with(fitting.person_id) as other
        where other.kind = 'email' and other.is_own and email is not null and not verified
          or other.kind = 'account' and is_new_account)
    order by id limit 1;
  end if;
  return person;
end
$$;

-- Returns the person of a record, who may be new, and notes by what they are found from now on.
create or replace function resolve_person(
  account uuid, given_email text, given_phone text, name text, source text, is_new_account boolean default false,
  is_email_verified boolean default false, is_phone_verified boolean default false
) returns uuid language plpgsql as $$
declare
  email text := email_key(given_email);
  phone text := phone_key(given_phone);
  -- By what the person is searched: null if many people share it.
  own_email text := email;
  own_phone text := phone;
  is_account boolean := is_new_account;
  is_own boolean := true;
  -- How many locks this transaction has taken here.
  locks integer := coalesce(nullif(current_setting('greenroom.person_locks', true), ''), '0');
  resolved uuid;
begin
  name := coalesce(name, '');
  if account is not null and not is_new_account then
    if exists (select from person where id = account and is_erased) then return account; end if;
    is_account := exists (select from app_user where id = account)
      or exists (select from intake_user where user_id = account)
      or exists (select from bin_row where bin_row.source = 'app_user' and record_id = account);
    if is_account then
      -- An account is found by itself alone: its orders can name anybody for whom they were bought.
      own_email := null;
      own_phone := null;
      is_own := exists (select from person_identifier as own
        where own.kind = 'account' and own.value = account::text and own.source = 'app_user'
          and compared_with(own.names, resolve_person.name) <> 'different');
    end if;
  end if;
  if own_email is not null and exists (select from shared_email where value = own_email) then own_email := null; end if;
  resolved := find_person(account, own_email, own_phone, name, is_new_account, is_email_verified, is_phone_verified);
  -- A load of many rows would use up the locks of the server. Two new accounts must not both take over one person.
  if (resolved is null or is_new_account) and locks < 2000 then
    perform set_config('greenroom.person_locks', (locks + 4)::text, true);
    perform lock_contacts(array[account::text, own_email, own_phone, resolved::text]);
    resolved := find_person(account, own_email, own_phone, name, is_new_account, is_email_verified, is_phone_verified);
  end if;
  if resolved is null then
    if is_shared_now(own_email, own_phone) then
      insert into shared_email (value, is_setting) values (email, false) on conflict do nothing;
      update person_identifier set is_own = false where kind = 'email' and value = email;
    end if;
    insert into person default values returning id into resolved;
  elsif not is_account and exists (select from person_identifier as own
    where own.person_id = resolved and own.kind = 'email' and own.value = own_email and own.is_verified
      and compared_with(own.names, resolve_person.name) = 'different')
  then
    -- Whoever owns the address bought for somebody else, whose phone is not theirs.
    is_own := false;
  end if;
  if is_account then
    insert into person_identifier (person_id, kind, value, names, source)
    values (resolved, 'account', account::text, array[name], source) on conflict do nothing;
  end if;
  perform note_identifiers(resolved, email, phone, name, source, is_own, is_email_verified, is_phone_verified);
  return resolved;
end
$$;
