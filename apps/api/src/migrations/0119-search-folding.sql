-- How searches compare texts: as folded() does, which tells e-mail addresses and codes apart, and without accents,
-- typographic apostrophes and hyphens, and full-width letters, which people rarely type. Marks of Indian scripts stay:
-- they are letters.
create function searched(value text) returns text language sql immutable parallel safe
return case
  when octet_length(value) = char_length(value) then folded(value)
  else translate(
    regexp_replace(
      normalize(
        folded(normalize(translate(
          value,
          U&'\2019\2018\02BC\02BB\2032\00B4\2010\2011\2012\2013\2212',
          U&'\0027\0027\0027\0027\0027\0027\002D\002D\002D\002D\002D'
        ), nfkc)),
        nfd
      ),
      U&'[\0300-\036F]', '', 'g'
    ),
    U&'\0111\00F8\0142\0127', 'dolh'
  )
end;
