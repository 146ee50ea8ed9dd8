-- Version 3 hashes the college of the event's record. Events of earlier versions cannot gain a field without breaking their
-- hash: what the records say of their colleges stands beside the log.
alter table audit_events
  add column college_id uuid,
  drop constraint audit_events__hash_version_known,
  drop constraint audit_events__personal_in_version_2,
  add constraint audit_events__hash_version_known check (hash_version in (1, 2, 3)),
  add constraint audit_events__personal_since_version_2 check (hash_version > 1 or personal = '{}'),
  add constraint audit_events__college_since_version_3 check (hash_version > 2 or college_id is null);
comment on column audit_events.college_id is 'That of the record at the moment of the event; null for records of the whole university.';
create index audit_events__college on audit_events (college_id, sequence desc);

create table audit_event_colleges (
  sequence    bigint primary key references audit_events,
  college_id  uuid not null
);
comment on table audit_event_colleges is 'The colleges of events before hash version 3, as their records had them at the upgrade: for finding them, proven by nothing.';
grant select on audit_event_colleges to dikshant_app;

-- A college's own events name it themselves, also after it was deleted. So do the deletions of students and staff, for all events of theirs.
insert into audit_event_colleges (sequence, college_id)
select events.sequence, records.college_id
  from audit_events events
  join (
    select 'application' as type, id::text as id, college_id from applications
    union all select 'bundle', id::text, college_id from bundles
    union all select 'certificate', id::text, college_id from certificates
    union all select 'demand_draft', id::text, college_id from demand_drafts
    union all select 'deposit_slip', id::text, college_id from deposit_slips
    union all select 'file', id::text, college_id from files
    union all select 'lost_sheet', id::text, college_id from lost_sheets
    union all select 'print_run', id::text, college_id from print_runs
    union all select 'reprint_request', id::text, college_id from reprint_requests
    union all select 'signing_batch', id::text, college_id from signing_batches
    union all select 'staff', id::text, college_id from staff
    union all select 'student', id::text, college_id from students
    union all select 'student', record_id, (before->>'collegeId')::uuid from audit_events where event = 'students.deleted'
    union all select 'staff', record_id, (before->>'college_id')::uuid from audit_events where event = 'staff.deleted'
    union all select distinct 'college', record_id, record_id::uuid from audit_events where record_type = 'college'
  ) records on records.type = events.record_type and records.id = events.record_id
 where records.college_id is not null
 order by events.sequence;

create index audit_event_colleges__college on audit_event_colleges (college_id, sequence desc);
create trigger audit_event_colleges__append_only before update or delete or truncate on audit_event_colleges
  for each statement execute function audit_events__refuse_change();

-- An opening balance appends tens of thousands of events: the head is written once a statement, because a transaction sees
-- all of its own versions of a row again each time it reads it.
drop trigger audit_events__extend_head on audit_events;
create or replace function audit_events__extend_head() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (
      select a.sequence, a.previous_hash, lag(a.sequence, 1, h.sequence) over (order by a.sequence) as last_sequence,
             lag(a.hash, 1, h.hash) over (order by a.sequence) as last_hash
        from added a cross join audit_head h
    ) links
    where sequence <> last_sequence + 1 or previous_hash <> last_hash
  ) then
    raise exception 'the event does not continue the chain'
      using errcode = 'check_violation', constraint = 'audit_events__continues_chain';
  end if;
  update audit_head set sequence = last.sequence, hash = last.hash
    from (select sequence, hash from added order by sequence desc limit 1) last;
  return null;
end $$;
create trigger audit_events__extend_head after insert on audit_events
  referencing new table as added for each statement execute function audit_events__extend_head();

-- As in 0063, with the college, and all events in one insert.
create or replace function audit_events__append(appended jsonb) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  head audit_head;
  moment text;
  part jsonb;
  link text;
  links text[] := '{}';
  previous text[] := '{}';
  hashes text[] := '{}';
begin
  select * into strict head from audit_head for update;
  moment := to_char(coalesce((appended->>'at')::timestamptz, clock_timestamp()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  insert into audit_personal_values (digest, value, salt, path, sequence)
  select digest, value, salt, path, head.sequence + place
    from jsonb_to_recordset(appended->'values') as given (digest text, value text, salt text, path text, place bigint)
  on conflict (digest) do nothing;
  for part in select value from jsonb_array_elements(appended->'events') loop
    head.sequence := head.sequence + 1;
    link := (part->>0) || moment || (part->>1) || head.sequence || '}';
    previous := previous || head.hash;
    head.hash := encode(sha256(convert_to(head.hash || link, 'UTF8')), 'hex');
    links := links || link;
    hashes := hashes || head.hash;
  end loop;
  insert into audit_events (sequence, at, actor_id, actor_name, desk, event, record_type, record_id, record_label,
         before, after, personal, college_id, request_id, ip, hash_version, previous_hash, hash)
  select sequence, at, "actorId", "actorName", desk, event, "recordType", "recordId", "recordLabel",
         before, after, personal, "collegeId", "requestId", ip, "hashVersion", chain.previous, chain.hash
    from unnest(links, previous, hashes) as chain (link, previous, hash)
   cross join jsonb_to_record(chain.link::jsonb) as given (sequence bigint, at timestamptz, "actorId" uuid, "actorName" text,
         desk text, event text, "recordType" text, "recordId" text, "recordLabel" text, before jsonb, after jsonb,
         personal text[], "collegeId" uuid, "requestId" text, ip text, "hashVersion" smallint);
end $$;
