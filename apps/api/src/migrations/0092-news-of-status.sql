-- compatible-with: 0090
-- The tabs of the news show how many snippets each has.
create index concurrently news_of_status on news (is_active);
