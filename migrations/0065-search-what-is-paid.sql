-- Drafts and slips are found by terms that have no trigram, too, and struck entries of a roll are counted without the others.

create index demand_drafts__search_bigrams on demand_drafts using gin (search_bigrams(search_text) gin_trgm_ops);

alter table deposit_slips add column search_text text not null
  generated always as (lower('DS-' || lpad(slip_number::text, 6, '0') || E'\n' || account || E'\n' || bank_branch)) stored;
create index deposit_slips__search on deposit_slips using gin (search_text gin_trgm_ops);
create index deposit_slips__search_bigrams on deposit_slips using gin (search_bigrams(search_text) gin_trgm_ops);

-- A list finds the rows of its page again by their ids.
create unique index allocations__id on allocations (id);

create index roll_entries__struck on roll_entries (roll_id) where struck_at is not null;
