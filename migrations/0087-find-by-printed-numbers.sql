-- A mobile number is compared by its last ten digits: some have the country code.
create index award_records__mobile on award_records (right(mobile, 10)) where mobile is not null;
create index students__mobile on students (right(mobile, 10)) where mobile is not null;

-- A statement is found by what its lines say.
create index bank_statement_lines__search on bank_statement_lines using gin (search_text gin_trgm_ops);
