-- A college's auditor filters its events, which are of two kinds: newer ones name their college, older ones have it beside the log.
-- Asking for one or the other reads the whole log; this asks once.
create function audit_event_college(sequence bigint, college_id uuid) returns uuid language plpgsql immutable parallel safe as $$
begin
  return coalesce(college_id, (
    select beside.college_id from public.audit_event_colleges beside where beside.sequence = audit_event_college.sequence));
end $$;
comment on function audit_event_college(bigint, uuid) is 'The college of an event. Immutable: audit_event_colleges was written once, by 0079, and is append-only.';

-- With the column that the function reads, so that counting reads the index alone.
create index audit_events__of_college on audit_events (audit_event_college(sequence, college_id), sequence desc) include (college_id);
create index audit_events__of_college_event on audit_events (audit_event_college(sequence, college_id), event, sequence desc) include (college_id);
create index audit_events__of_college_record on audit_events (audit_event_college(sequence, college_id), record_type, sequence desc) include (college_id);
drop index audit_events__college, audit_event_colleges__college;
-- Without statistics of what the function finds, a search would read all events of the college.
analyze audit_events;
