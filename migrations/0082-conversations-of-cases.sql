-- What desk and counter said to each other about an application: why it was sent back, what was changed and answered, how it was
-- decided. The columns of the application have the newest return, rejection and verification only.

create table conversation_entries (
  id              uuid primary key,
  sequence        bigint generated always as identity,
  application_id  uuid not null references applications,
  act             text not null,
  staff_id        uuid references staff,
  at              timestamptz not null,
  reasons         text[] not null default '{}',
  remark          text,
  answers         jsonb not null default '[]',
  changes         jsonb not null default '[]',
  taken_back_by   uuid references staff,
  taken_back_at   timestamptz,
  constraint conversation_entries__act_known check (act in ('returned', 'corrected', 'rejected', 'verified', 'reopened')),
  constraint conversation_entries__answered_by_correction check (act = 'corrected' or (answers = '[]' and changes = '[]')),
  constraint conversation_entries__taken_back_complete check ((taken_back_by is null) = (taken_back_at is null)),
  constraint conversation_entries__taken_back_by_actor check (taken_back_by = staff_id),
  constraint conversation_entries__taken_back_in_time check (taken_back_at <= at + interval '10 minutes'),
  constraint conversation_entries__taken_back_decision check (taken_back_at is null or act in ('returned', 'rejected'))
);
comment on table conversation_entries is 'The conversation of a case, append-only. What is taken back stays readable.';
comment on column conversation_entries.sequence is 'The order: the clock of a server can be set back.';
comment on column conversation_entries.staff_id is 'Null where the portal found that the certificate cannot be drawn, and in words of before where the account was deleted.';
comment on column conversation_entries.reasons is 'Of choices: return_reasons, rejection_reasons or reopening_reasons, by act.';
comment on column conversation_entries.answers is 'To each reason of the return: [{reason, answer: corrected or left, remark}].';
comment on column conversation_entries.changes is
  'As read at that time: [{field, before, after}]. A photo, receipts and contact details are named without their values.';
create index conversation_entries__of_application on conversation_entries (application_id, sequence);
create index conversation_entries__by_staff on conversation_entries (staff_id) where staff_id is not null;

grant select, insert on conversation_entries to dikshant_app;
grant update (taken_back_by, taken_back_at) on conversation_entries to dikshant_app;

create function conversation_entries__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a word of a conversation stays as it was' using errcode = 'check_violation', constraint = 'conversation_entries__stay';
end $$;
-- Of a changed field the values may go, not the field.
create trigger conversation_entries__refuse_change before update on conversation_entries for each row
  when (old.taken_back_at is not null
        or to_jsonb(old) - array['taken_back_by', 'taken_back_at', 'changes']
          <> to_jsonb(new) - array['taken_back_by', 'taken_back_at', 'changes']
        or jsonb_path_query_array(old.changes, '$[*].field') <> jsonb_path_query_array(new.changes, '$[*].field')
        or not old.changes @> jsonb_path_query_array(new.changes, '$[*] ? (@.before != null || @.after != null)'))
  execute function conversation_entries__refuse_change();
create trigger conversation_entries__refuse_removal before delete on conversation_entries
  for each row execute function conversation_entries__refuse_change();
create trigger conversation_entries__refuse_truncation before truncate on conversation_entries
  for each statement execute function conversation_entries__refuse_change();

-- What is removed of the log is removed here, too.
create function audit_personal_values__leave_conversations() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update conversation_entries
     set changes = (
       select jsonb_agg(case when old.value in (change->>'before', change->>'after')
                             then change || '{"before": null, "after": null}' else change end order by place)
         from jsonb_array_elements(changes) with ordinality as changed (change, place))
   where application_id = (
           select record_id::uuid from audit_events
            where sequence = old.sequence and record_type = 'application' and record_id ~ '^[0-9a-f-]{36}$')
     and exists (
           select from jsonb_array_elements(changes) as change where old.value in (change->>'before', change->>'after'));
  return null;
end $$;
create trigger audit_personal_values__leave_conversations after delete on audit_personal_values
  for each row execute function audit_personal_values__leave_conversations();

-- Conversations of before, from the log of events; texts that were removed there are missing here, too.
create function pg_temp.text_of(event audit_events, side text, name text) returns text language sql stable as $$
  select case
           when format('/%s/%s', side, name) = any(event.personal)
             then (select value from audit_personal_values where digest = given.content)
           else given.content
         end
    from (select case side when 'before' then event.before else event.after end ->> name as content) given
$$;

-- A name in place of each id; nothing of a photo. The log has no values of contact details.
create function pg_temp.words_of(event audit_events, side text, name text) returns text language sql stable as $$
  select case name
           when 'photo_file_id' then null
           when 'contactNotice' then null
           when 'course_id' then (select courses.name from courses where id = given.content::uuid)
           when 'college_id' then (select colleges.name from colleges where id = given.content::uuid)
           when 'paper_id' then (select papers.name || ', ' || papers.colour from papers where id = given.content::uuid)
           when 'earlier_certificate_id' then (select number from earlier_certificates where id = given.content::uuid)
           else given.content
         end
    from (select nullif(pg_temp.text_of(event, side, name), '') as content) given
$$;

create function pg_temp.changes_of(event audit_events) returns jsonb language sql stable as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'field', case
             when name = 'earlier_certificate_id' then 'earlierNumber'
             when name like '%\_%' then lower(left(name, 1)) || substr(replace(initcap(replace(name, '_', ' ')), ' ', ''), 2)
             else name
           end,
           'before', pg_temp.words_of(event, 'before', name),
           'after', pg_temp.words_of(event, 'after', name)) order by name), '[]')
    from (
      select jsonb_object_keys(event.after) as name
      union all
      select jsonb_array_elements_text(event.after->'changedContact')
    ) changed
   where name not in ('status', 'charges', 'fee_amount', 'concession_reason', 'concession_authority', 'contactDetails', 'changedContact')
$$;

-- The draft of a rejection is found by the very moment of its fall, which the log has by another clock.
create function pg_temp.fall_of(event audit_events) returns timestamptz language sql stable as $$
  select moment
    from allocations join demand_drafts on demand_drafts.id = demand_draft_id, unnest(array[returned_at, replaced_at]) as moment
   where event.after ? 'cause' and application_id = event.record_id::uuid
     and moment between event.at - interval '1 minute' and event.at + interval '1 minute'
   order by abs(extract(epoch from moment - event.at)) limit 1
$$;

with logged as (
  select application_id, 'reopened' as act, reopened_by as staff_id, reopened_at as at,
         array[reason] as reasons, remark, '[]'::jsonb as changes
    from reopenings
  union all
  select applications.id, substr(event, 14), staff.id, coalesce(pg_temp.fall_of(audit_events), at),
         case event
           when 'applications.returned' then array(select jsonb_array_elements_text(after->'reasons'))
           -- What the bank said of a draft is read from the draft.
           when 'applications.rejected' then array_remove(array[case after->>'cause'
             when 'draft_returned' then 'draft_returned'
             when 'draft_replaced' then 'short_fee'
             else after->>'reason'
           end], null)
           else '{}'
         end,
         pg_temp.text_of(audit_events, 'after', 'remark'),
         case event when 'applications.corrected' then pg_temp.changes_of(audit_events) else '[]' end
    from audit_events
    join applications on applications.id::text = record_id
    left join staff on staff.id = actor_id
   where record_type = 'application' and actor_id is not null
     and event in ('applications.returned', 'applications.corrected', 'applications.rejected', 'applications.verified')
),
-- The newest of each; only applications that were brought in have what the log does not.
kept as (
  select id as application_id, 'returned' as act, returned_by as staff_id, returned_at as at, return_reasons as reasons,
         return_remark as remark, '[]'::jsonb as changes
    from applications where returned_by is not null
  union all
  select id, 'rejected', rejected_by, rejected_at, array_remove(array[rejection_reason], null), rejection_remark, '[]'
    from applications where rejected_by is not null
  union all
  select id, 'verified', verified_by, verified_at, '{}', null, '[]' from applications where verified_by is not null
)
insert into conversation_entries (id, application_id, act, staff_id, at, reasons, remark, changes)
select gen_random_uuid(), application_id, act, staff_id, at, reasons, nullif(remark, ''), changes
  from (
    select * from logged
    union all
    select * from kept where not exists (
      select from logged
       where logged.application_id = kept.application_id
         and logged.act in (kept.act, case kept.act when 'returned' then 'reopened' end))
  ) said
 order by at;

-- From now on a decision has its reasons and who made it, and an application is sent back and put back in words.
alter table conversation_entries
  add constraint conversation_entries__is_signed check (staff_id is not null or act = 'reopened') not valid,
  add constraint conversation_entries__reasons_given
    check (act in ('corrected', 'verified') or cardinality(reasons) > 0) not valid;

create function applications__conversation_goes_on() returns trigger language plpgsql as $$
declare
  last conversation_entries;
  fault text;
begin
  select * into last from conversation_entries where application_id = new.id order by sequence desc limit 1;
  fault := case
    when new.status = 'returned' and not coalesce(
           last.act in ('returned', 'reopened') and last.reasons = new.return_reasons and last.taken_back_at is null, false)
      then 'applications__return_is_said'
    when new.status = 'rejected' and not coalesce(
           last.act = 'rejected' and last.reasons = array[new.rejection_reason] and last.taken_back_at is null, false)
      then 'applications__rejection_is_said'
    when new.status = 'received' and old.status = 'returned' and not coalesce(
           last.taken_back_at is not null or (last.act = 'corrected' and old.return_reasons <@ array(
             select answer->>'reason' from jsonb_array_elements(last.answers) as answer)), false)
      then 'applications__return_is_answered'
  end;
  if fault is not null then
    raise exception 'the conversation of an application does not say what became of it'
      using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create constraint trigger applications__conversation_goes_on after update of status on applications
  deferrable initially deferred for each row when (old.status <> new.status)
  execute function applications__conversation_goes_on();
