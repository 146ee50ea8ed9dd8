-- A search of the audit log finds serials, authorities and reasons in what events changed. Few events have any, so the
-- indexes are small; the table is only read.
create function audit_event_words(before jsonb, after jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return nullif(concat_ws(E'\n', before->>'serials', after->>'serials', before->>'authority', after->>'authority',
    before->>'reason', after->>'reason', before->>'concession_authority', after->>'concession_authority',
    before->>'concession_reason', after->>'concession_reason', before->'concession'->>'authority',
    after->'concession'->>'authority', before->'concession'->>'reason', after->'concession'->>'reason'), '');
end $$;
comment on function audit_event_words(jsonb, jsonb) is 'The serials, authorities and reasons in an event; null if it has none.';
create index audit_events__words on audit_events using gin (search_form(audit_event_words(before, after)) gin_trgm_ops)
  where search_form(audit_event_words(before, after)) is not null;
create index audit_events__words_bigrams on audit_events using gin (search_bigrams(search_form(audit_event_words(before, after))) gin_trgm_ops)
  where search_form(audit_event_words(before, after)) is not null;
create index audit_events__serials on audit_events (sequence) where before ? 'serials' or after ? 'serials';

-- The views of a candidate's files.
create index access_log__file on access_log (file_id) where file_id is not null;

-- The list of concessions reads the few charges that have one.
create index charges__with_concession on charges (application_id) where concession_amount > 0;
