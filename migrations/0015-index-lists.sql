-- Three things that keep every list quick at a million rows: the stage of the certificate beside the application, an
-- index for what trigrams do not know, and ladders of positions, so that a jump counts off few rows.

-- 1. The stage of the certificate, which two lists of applications are filtered by
alter table applications add column certificate_stage text,
  add constraint applications__certificate_stage_known check (certificate_stage in ('waiting_for_print', 'completed'));
comment on column applications.certificate_stage is 'completed: its certificate is printed or handed over; one that is withheld does not wait for print. Kept by trigger from certificates.';

update applications
   set certificate_stage = case when state in ('to_print', 'in_run') then 'waiting_for_print' else 'completed' end
  from certificates
 where application_id = applications.id and (state in ('printed', 'handed_over') or state in ('to_print', 'in_run') and withheld_at is null);

create function certificates__carry_stage() returns trigger language plpgsql as $$
begin
  update applications
     set certificate_stage = carried.stage
    from (select application_id,
                 case when state in ('to_print', 'in_run') and withheld_at is null then 'waiting_for_print'
                      when state in ('printed', 'handed_over') then 'completed' end as stage
            from new_rows) as carried
   where applications.id = carried.application_id
     and applications.certificate_stage is distinct from carried.stage;
  return null;
end $$;
alter function certificates__carry_stage() security definer;
alter function certificates__carry_stage() set search_path = public, pg_temp;
create trigger certificates__carry_inserted_stage after insert on certificates referencing new table as new_rows
  for each statement execute function certificates__carry_stage();
create trigger certificates__carry_updated_stage after update on certificates referencing new table as new_rows
  for each statement execute function certificates__carry_stage();

create index applications__completed_newest on applications (received_at desc, id desc) where certificate_stage = 'completed';
create index applications__waiting_newest on applications (received_at desc, id desc) where certificate_stage = 'waiting_for_print';
create index certificates__number_order on certificates (convocation_number, id);
create index certificates__college_printed on certificates (college_id, printed_at desc, id desc)
  where state in ('printed', 'handed_over');

-- 2. Short terms and native names
--
-- Trigrams know nothing of one or two letters, of spaces and points, nor, in the C locale, of Kannada. Here a mark stands
-- before each character, so that the trigrams of the result are the pairs of neighbours and the single characters. A
-- character of Devanagari or Kannada becomes two octal digits, its place among the 64 that share a mark. All
-- digits are one (each is everywhere, walking finds it) and so are all signs: whoever asks this compares the text as well.
create function search_pairs(content text) returns text language plpgsql immutable strict parallel safe as $$
declare
  folded constant text := regexp_replace(translate(content, E'0123456789 \n', '000000000012'), '[!-/:-@[-`{-~]', '9', 'g');
  marked constant text := 'z' || array_to_string(string_to_array(folded, null), 'z') || 'z';
begin
  if octet_length(content) = char_length(content) then
    return marked;
  end if;
  return replace(replace(replace(replace(replace(encode(convert_to(marked, 'UTF8'), 'escape'),
    'z\340\262\2', 'q'), 'z\340\263\2', 'x'), 'z\340\244\2', 'q'), 'z\340\245\2', 'x'), '\', '9');
end $$;
comment on function search_pairs(text) is 'Its trigrams are the pairs of neighbours and the single characters of the text.';

create index applications__search_pairs on applications using gin (search_pairs(search_text) gin_trgm_ops);
create index students__search_pairs on students using gin (search_pairs(search_text) gin_trgm_ops);

-- 3. Ladders
--
-- A ladder is each 250th row of one list in one order, as one snapshot saw it. The logs below hold what happened to
-- the rows since: +1 with the row as it became, -1 as it was. A position is thus that of a rung, plus the changes before
-- it that the snapshot did not see, plus few rows counted off: exact, however many come in meanwhile.
-- Unlogged, all of them: a crash empties them together, and ladders are made again when somebody jumps. A backup leaves
-- them out, because snapshots mean nothing to another server.
create unlogged table list_ladders (
  list       text not null,
  sort       text not null,
  made_at    timestamptz not null default now(),
  snapshot   pg_snapshot not null,
  total      integer not null,
  positions  integer[] not null,
  keys       text[] not null,
  ids        text[] not null,
  constraint list_ladders__once primary key (list, sort)
);
comment on column list_ladders.list is 'A hash of the query of the list: its table, scope, filters and search term.';

create unlogged table application_changes (
  xid                    xid8 not null default pg_current_xact_id(),
  sign                   smallint not null,
  id                     uuid not null,
  college_id             uuid not null,
  course_id              uuid not null,
  academic_year          text not null,
  status                 text not null,
  certificate_stage      text,
  received_by            uuid not null,
  received_at            timestamptz not null,
  registration_number    text not null,
  exam_roll_number       text not null,
  candidate_name         text not null,
  candidate_name_native  text,
  search_text            text not null
);
create unlogged table student_changes (
  xid          xid8 not null default pg_current_xact_id(),
  sign         smallint not null,
  id           uuid not null,
  college_id   uuid not null,
  name         text not null,
  created_at   timestamptz not null,
  search_text  text not null
);
create unlogged table certificate_changes (
  xid                 xid8 not null default pg_current_xact_id(),
  sign                smallint not null,
  id                  uuid not null,
  college_id          uuid not null,
  state               text not null,
  created_at          timestamptz not null,
  printed_at          timestamptz,
  withheld_at         timestamptz,
  convocation_number  text not null
);

-- The trigger's arguments: the log, and those columns of it that are the table's.
create function lists__log_changes() returns trigger language plpgsql as $$
begin
  execute format(case tg_op
    when 'INSERT' then 'insert into %1$I (sign, %2$s) select 1, %2$s from new_rows'
    when 'DELETE' then 'insert into %1$I (sign, %2$s) select -1, %2$s from old_rows'
    else 'insert into %1$I (sign, %2$s)
          select -1, gone.* from (select %2$s from old_rows except all select %2$s from new_rows) as gone
           union all
          select 1, come.* from (select %2$s from new_rows except all select %2$s from old_rows) as come'
  end, tg_argv[0], tg_argv[1]);
  return null;
end $$;
alter function lists__log_changes() security definer;
alter function lists__log_changes() set search_path = public, pg_temp;
revoke execute on function lists__log_changes() from public;

create trigger applications__log_insert after insert on applications referencing new table as new_rows
  for each statement execute function lists__log_changes('application_changes',
    'id, college_id, course_id, academic_year, status, certificate_stage, received_by, received_at, registration_number, exam_roll_number, candidate_name, candidate_name_native, search_text');
create trigger applications__log_update after update on applications referencing old table as old_rows new table as new_rows
  for each statement execute function lists__log_changes('application_changes',
    'id, college_id, course_id, academic_year, status, certificate_stage, received_by, received_at, registration_number, exam_roll_number, candidate_name, candidate_name_native, search_text');
create trigger applications__log_delete after delete on applications referencing old table as old_rows
  for each statement execute function lists__log_changes('application_changes',
    'id, college_id, course_id, academic_year, status, certificate_stage, received_by, received_at, registration_number, exam_roll_number, candidate_name, candidate_name_native, search_text');
create trigger students__log_insert after insert on students referencing new table as new_rows
  for each statement execute function lists__log_changes('student_changes', 'id, college_id, name, created_at, search_text');
create trigger students__log_update after update on students referencing old table as old_rows new table as new_rows
  for each statement execute function lists__log_changes('student_changes', 'id, college_id, name, created_at, search_text');
create trigger students__log_delete after delete on students referencing old table as old_rows
  for each statement execute function lists__log_changes('student_changes', 'id, college_id, name, created_at, search_text');
create trigger certificates__log_insert after insert on certificates referencing new table as new_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number');
create trigger certificates__log_update after update on certificates referencing old table as old_rows new table as new_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number');
create trigger certificates__log_delete after delete on certificates referencing old table as old_rows
  for each statement execute function lists__log_changes('certificate_changes', 'id, college_id, state, created_at, printed_at, withheld_at, convocation_number');

grant select, insert, update, delete on list_ladders to dikshant_app;
grant select, delete on application_changes, student_changes, certificate_changes to dikshant_app;

-- 4. The audit log is searched by who, what and which record
create index audit_events__search on audit_events
  using gin (lower(actor_name || ' ' || event || ' ' || record_label || ' ' || record_type) gin_trgm_ops);
create index audit_events__search_pairs on audit_events
  using gin (search_pairs(lower(actor_name || ' ' || event || ' ' || record_label || ' ' || record_type)) gin_trgm_ops);
