-- compatible-with: 0090
-- The list of creators counts their classes and names the next one (OQ-667).
create index concurrently masterclass_by_creator on masterclass (creator_id, start_time, id) include (is_active);
drop index concurrently if exists masterclass_creator;
