-- compatible-with: 0090
-- Differences are listed by the month in which their money moved, or in which they were found (OQ-678).
create index concurrently gateway_difference_moment on gateway_difference (coalesce(occurred_at, found_at));
