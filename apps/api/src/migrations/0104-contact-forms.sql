-- compatible-with: 0103
-- By what e-mail addresses and phones are compared. What was given stays as it was.

-- The normal form of an e-mail address, by which addresses are compared; null for a text that is none. Invisible
-- characters, "mailto:", a name with angle brackets and a final dot come with addresses that people paste.
create function email_key(given text) returns text language plpgsql immutable parallel safe as $$
declare
  bare text := given;
begin
  if given !~ '^[!-~]+$' then
    bare := regexp_replace(normalize(given, nfkc),
      U&'[\00AD\034F\061C\115F\1160\17B4\17B5\180E\200B-\200F\202A-\202E\2060-\206F\FEFF]', '', 'g');
  end if;
  bare := regexp_replace(bare, '^.*<([^<>]*)>.*$', '\1');
  bare := regexp_replace(bare, '^\s*mailto:\s*|\?.*$', '', 'gi');
  bare := rtrim(btrim(bare, E' \t\r\n"'''), '.,;');
  return case when bare like '%_@_%' then folded(bare) end;
end
$$;

-- The normal form of a phone: E.164, with India for numbers without a country; null for a text that is none. It is a
-- function of the database, so that rows of every writer have it, and immutable: a form that changed with a library's
-- tables would tear a person's records apart. A test compares it with such a library.
create function phone_key(given text) returns text language plpgsql immutable parallel safe as $$
declare
  number text := given;
  digits text;
begin
  if given !~ '^[ -~]*$' then
    number := translate(normalize(given, nfkc), '०१२३४५६७८९٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '012345678901234567890123456789');
  end if;
  -- An extension, or a second number.
  number := replace(regexp_replace(number, '([0-9)])\s*(;|,|/|#|x|ext).*$', '\1', 'i'), '(0)', '');
  digits := regexp_replace(number, '[^0-9]', '', 'g');
  if number ~ '^[^0-9]*\+' or digits like '00%' then
    digits := ltrim(digits, '0');
    -- Some write the zero of calls within a country behind its code as well. In a few countries it is a part of the
    -- number: Italy and its neighbours, Benin, Ivory Coast, Gabon, Congo.
    if digits !~ '^(39|378|225|229|241|242)' then
      digits := regexp_replace(digits,
        '^(2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(2[1-689]|3[578]|42|5[09]|6[7-9]|8[0578]|9[679])[0-9])0+',
        '\1');
    end if;
  else
    digits := ltrim(digits, '0');
    if length(digits) = 10 then digits := '91' || digits; end if;
    if digits like '910%' then digits := '91' || ltrim(substr(digits, 3), '0'); end if;
    if digits not like '91%' then return null; end if;
  end if;
  return case when digits ~ case when digits like '91%' then '^91[2-9][0-9]{9}$' else '^[1-9][0-9]{6,14}$' end
    then '+' || digits end;
end
$$;
