-- What one person received, newest first: searching the received applications by their receiver, and the count of a month.
create index applications__receiver_newest on applications (received_by, received_at desc, id desc);

-- Any part of a convocation number finds its application.
create index certificates__number_search on certificates using gin (convocation_number gin_trgm_ops);
