alter table coupon_link add column version integer not null default 1;
