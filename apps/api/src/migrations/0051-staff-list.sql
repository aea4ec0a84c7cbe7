-- The list of staff: those who may sign in first, by address; and its search.
create index staff_list on staff (is_disabled, lower(email));
create index staff_search on staff using gin (folded(name || ' ' || email) gin_trgm_ops);
