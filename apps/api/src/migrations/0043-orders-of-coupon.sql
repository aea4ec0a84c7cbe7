-- compatible-with: 0032
-- The list of the orders with one coupon: its pages, its count and its sums are read from the index.
create index transaction_newest_of_coupon on transaction (coupon_id, created_at desc, id desc)
  include (entity_type, status, currency_code, amount, refunded_amount, tax_amount) where coupon_id is not null;
drop index transaction_coupon;
