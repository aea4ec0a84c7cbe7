-- Asked whenever a file is deleted: without these each deletion would read all of these tables, once for each file.
create index masterclass_banner on masterclass (banner_key) where banner_key is not null;
create index membership_banner on membership (banner_key) where banner_key is not null;
create index payment_page_banner on payment_page (banner_key);
create index event_banner on event (banner_key) where banner_key is not null;
create index event_ticket_banner on event (ticket_banner_key) where ticket_banner_key is not null;
create index event_post_event_banner on event (post_event_banner_key) where post_event_banner_key is not null;
create index news_thumbnail on news (thumbnail_key);
