-- compatible-with: 0065
-- The part of an order's reference that lists show, as in packages/contract/src/transaction/order-id.rules.ts.
create function shown_order_id(reference text) returns text
  language sql immutable strict parallel safe
  return case
    when char_length(regexp_replace(reference, '^[a-z]+_(?=.)', '')) > 16 then right(reference, 12)
    else regexp_replace(reference, '^[a-z]+_(?=.)', '')
  end;
