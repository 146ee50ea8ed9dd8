-- Names as the trade has them. Events of the audit log keep the names under which they were hashed.

alter table staff rename column strangers_locked_at to unknown_device_locked_at;

alter function search_pairs(text) rename to search_bigrams;
alter index audit_events__label_pairs rename to audit_events__label_bigrams;
alter index audit_personal_values__search_pairs rename to audit_personal_values__search_bigrams;
alter index access_log__search_pairs rename to access_log__search_bigrams;
alter index students__search_pairs rename to students__search_bigrams;
alter index applications__search_pairs rename to applications__search_bigrams;
alter index certificates__search_pairs rename to certificates__search_bigrams;
alter index reprint_requests__search_pairs rename to reprint_requests__search_bigrams;

-- The position index of a list: each 250th row in one order, as one snapshot saw it.
alter table list_ladders rename to position_indexes;
alter table position_indexes rename constraint list_ladders__once to position_indexes__once;
