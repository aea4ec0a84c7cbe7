-- compatible-with: 0146
-- What a payment in dollars is in rupees by the gateway, and the rate that its documents have of it (OQ-822).
alter table transaction add column base_amount bigint check (base_amount > 0);
alter table tax_document add column usd_rate numeric(12, 4) check (usd_rate is null or usd_rate > 0 and currency_code = 'USD');
