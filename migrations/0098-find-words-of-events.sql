-- A search of the audit log finds serials, authorities and reasons in what events changed. Few events have any, so the
-- indexes are small; the table is only read.
create function audit_event_words(before jsonb, after jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  -- Most events have none, and this takes a tenth of the time.
  if concat(before, after) !~ '"(serials|authority|reason|concession_authority|concession_reason)"' then
    return null;
  end if;
  return (
    select string_agg(word #>> '{}', E'\n')
      from unnest('{$.**.serials, $.**.authority, $.**.reason, $.**.concession_authority, $.**.concession_reason}'::jsonpath[]) as path,
           jsonb_path_query(jsonb_build_array(before, after), path) as word);
end $$;
comment on function audit_event_words(jsonb, jsonb) is 'The serials, authorities and reasons in an event; null if it has none.';
create index audit_events__words on audit_events using gin (search_form(audit_event_words(before, after)) gin_trgm_ops)
  where search_form(audit_event_words(before, after)) is not null;
create index audit_events__words_bigrams on audit_events using gin (search_bigrams(search_form(audit_event_words(before, after))) gin_trgm_ops)
  where search_form(audit_event_words(before, after)) is not null;
create index audit_events__serials on audit_events (sequence) where before ? 'serials' or after ? 'serials';

-- The views of a candidate's files.
create index access_log__file on access_log (file_id) where file_id is not null;
