-- compatible-with: 0058
-- The sidebar counts open leads without an advisor. Without this index it reads every lead that has none.
create index concurrently lead_without_advisor on lead (status) where advisor_id is null;
