-- compatible-with: 0061
-- The overview says since when the oldest report waits, and how many leads are past their call. Without these indexes it
-- reads every report and every lead.
create index concurrently report_open_oldest on report (entity_type, created_at) where dismissed_at is null;
create index concurrently lead_scheduled on lead (start_time, id) where status = 'INSURANCE_CALL_SCHEDULED';
