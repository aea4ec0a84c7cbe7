-- compatible-with: 0078
-- jsonb sorts the members of an object, so a repeat by its idempotency key had them in another order than the first
-- response. json keeps the text. The table holds the keys of 24 hours.
alter table idempotency_key alter column body type json using body::json;
