-- An outcome is recorded once its print file was opened, can be taken back until the run is closed, and a copy of a closed
-- run is cancelled by a second person. A sheet that cannot be found has an outcome of its own.

-- 1. Print files
create table print_files (
  print_run_id   uuid not null references print_runs,
  file_number    integer not null,
  from_position  integer not null,
  checked_by     uuid not null references staff,
  checked_at     timestamptz not null,
  opened_by      uuid references staff,
  opened_at      timestamptz,
  constraint print_files__once primary key (print_run_id, file_number),
  constraint print_files__from_a_sheet check (from_position >= 1),
  constraint print_files__opened_is_signed check ((opened_by is null) = (opened_at is null))
);
comment on table print_files is 'One row for each check of the stack, at the start and after a jam, with the print file that it allows: the sheets without an outcome from a position on.';
comment on column print_files.opened_at is 'When the file was first opened. Every opening is in the audit log.';
insert into print_files (print_run_id, file_number, from_position, checked_by, checked_at, opened_by, opened_at)
select id, 1, 1, operator_id, started_at, operator_id, started_at from print_runs where started_at is not null;
grant select, insert on print_files to dikshant_app;
grant update (opened_by, opened_at) on print_files to dikshant_app;

-- 2. Sheets
alter table sheets rename column spoil_reason to outcome_reason;
alter table sheets
  add column superseded_by uuid references sheets,
  add column cancelled_at timestamptz,
  add column cancelled_by uuid references staff,
  add column cancel_reason text;
update sheets
   set superseded_by = (select newer.id from sheets newer
                         where newer.certificate_id = sheets.certificate_id and newer.outcome = 'good'
                           and newer.copy_number = sheets.copy_number + 1)
 where superseded_at is not null;
alter table sheets
  drop constraint sheets__outcome_known,
  add constraint sheets__outcome_known check (outcome in ('good', 'spoilt', 'missing')),
  drop constraint sheets__spoilt_has_reason,
  add constraint sheets__reason_given check (
    coalesce(outcome in ('spoilt', 'missing'), false) = (outcome_reason is not null) and btrim(outcome_reason) <> ''
  ),
  add constraint sheets__superseded_by_another check ((superseded_at is null) = (superseded_by is null) and superseded_by <> id),
  add constraint sheets__cancelled_is_signed check (
    (cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancel_reason is null) and btrim(cancel_reason) <> ''
  ),
  add constraint sheets__only_valid_is_cancelled check (cancelled_at is null or (outcome = 'good' and superseded_at is null)),
  add constraint sheets__cancelled_by_another check (cancelled_by <> outcome_by),
  add column is_valid boolean not null generated always as (
    outcome is not distinct from 'good' and superseded_at is null and cancelled_at is null
  ) stored;
comment on column sheets.outcome_reason is 'Why a sheet is spoilt, or where a missing one was looked for.';
comment on column sheets.superseded_by is 'The newer copy. Taking its outcome back revives exactly this one.';
comment on column sheets.cancelled_at is 'When a copy of a closed run was cancelled before it left the office. Its outcome stays what was counted.';
comment on column sheets.is_valid is 'The one copy of its certificate that verifies.';
create unique index sheets__supersedes_one on sheets (superseded_by) where superseded_by is not null;
drop index sheets__one_valid_per_certificate, sheets__copy_number_once;
create unique index sheets__one_valid_per_certificate on sheets (certificate_id) where is_valid;
create unique index sheets__copy_number_once on sheets (certificate_id, copy_number) where outcome = 'good' and cancelled_at is null;

revoke insert, update on sheets from dikshant_app;
grant insert (id, print_run_id, position, certificate_id, blank_id, copy_number, verification_code) on sheets to dikshant_app;
grant update (
  outcome, outcome_reason, outcome_at, outcome_by, superseded_at, superseded_by, cancelled_at, cancelled_by, cancel_reason
) on sheets to dikshant_app;

-- The triggers below join the rows as they were to the table and not to a second transition table: a cached plan for one row is
-- then as good for a thousand.
create function sheets__check_change() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when a.outcome is not null and b.outcome is not null and a.outcome <> b.outcome then 'sheets__outcome_stays'
           when a.outcome is not null and b.outcome is null and r.state <> 'printing' then 'sheets__recorded_while_printing'
           when a.outcome is not null and b.outcome is null and not coalesce((
             select f.opened_at is not null from print_files f
              where f.print_run_id = a.print_run_id and f.from_position <= a.position
              order by f.file_number desc limit 1), false) then 'sheets__recorded_after_opening'
           when a.outcome is null and b.outcome is not null and r.state <> 'printing' then 'sheets__taken_back_while_printing'
           when a.cancelled_at is distinct from b.cancelled_at and (b.cancelled_at is not null or r.state <> 'closed')
             then 'sheets__cancelled_after_closing'
           when a.cancelled_at is distinct from b.cancelled_at and a.cancelled_by = r.operator_id then 'sheets__cancelled_by_another'
           when b.is_valid and not a.is_valid and a.superseded_at is null and exists (select from hand_overs h where h.sheet_id = a.id)
             then 'sheets__not_handed_over'
           when b.is_valid and not a.is_valid and a.superseded_at is null and exists (
             select from reprint_requests q where q.sheet_id = a.id and q.reprinted_at is null and q.status is distinct from 'rejected')
             then 'sheets__no_reprint_asked'
         end
    into fault
    from before b join sheets a on a.id = b.id join print_runs r on r.id = a.print_run_id
   order by 1
   limit 1;
  if fault is not null then
    raise exception 'this sheet cannot change so' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create trigger sheets__check_change after update on sheets referencing old table as before
  for each statement execute function sheets__check_change();

-- A request ends when a newer copy supersedes the one it is about, and is open again when that is taken back.
drop trigger sheets__end_reprint_requests on sheets;
create or replace function sheets__end_reprint_requests() returns trigger language plpgsql as $$
begin
  update reprint_requests set reprinted_at = a.superseded_at
    from before b join sheets a on a.id = b.id
   where sheet_id = a.id and a.superseded_at is distinct from b.superseded_at;
  return null;
end $$;
create trigger sheets__end_reprint_requests after update on sheets referencing old table as before
  for each statement execute function sheets__end_reprint_requests();

-- 3. Certificates. A request changes before its certificate does, so the statement that moves certificates can ask at once.
drop trigger certificates__reprint_is_approved on certificates;
create or replace function certificates__reprint_is_approved() returns trigger language plpgsql as $$
begin
  if exists (
    select from before b join certificates a on a.id = b.id
     where a.state <> b.state
       and case
             when a.state in ('printed', 'handed_over') then exists (
               select from reprint_requests q where q.certificate_id = a.id and q.status = 'approved' and q.reprinted_at is null)
             when a.state in ('to_print', 'in_run') then
               exists (select from sheets s where s.certificate_id = a.id and s.is_valid)
               and not exists (
                 select from reprint_requests q where q.certificate_id = a.id and q.status = 'approved' and q.reprinted_at is null)
             else false
           end
  ) then
    raise exception 'a certificate is printed again exactly while a reprint of it is approved'
      using errcode = 'check_violation', constraint = 'certificates__reprint_is_approved';
  end if;
  return null;
end $$;
create trigger certificates__reprint_is_approved after update on certificates referencing old table as before
  for each statement execute function certificates__reprint_is_approved();

create or replace function refuse_unapproved_reprint(certificate uuid) returns void language plpgsql as $$
declare
  state_now text := (select state from certificates where id = certificate);
  is_approved boolean := exists (
    select from reprint_requests where certificate_id = certificate and status = 'approved' and reprinted_at is null);
  has_copy boolean := exists (select from sheets where certificate_id = certificate and is_valid);
begin
  if (is_approved and state_now in ('printed', 'handed_over'))
     or (has_copy and not is_approved and state_now in ('to_print', 'in_run')) then
    raise exception 'a certificate is printed again exactly while a reprint of it is approved'
      using errcode = 'check_violation', constraint = 'certificates__reprint_is_approved';
  end if;
end $$;

-- Whose copy was cancelled goes on waiting since it began to wait, as after a spoilt sheet.
create or replace function certificates__join_queue() returns trigger language plpgsql as $$
begin
  if exists (select from sheets where certificate_id = new.id and is_valid) then
    new.waiting_since := now();
  end if;
  return new;
end $$;

create or replace function certificates__check_hand_over() returns trigger language plpgsql as $$
begin
  if not exists (
    select from hand_overs join sheets on sheets.id = sheet_id where certificate_id = new.id and is_valid
  ) then
    raise exception 'nothing says how the certificate was handed over'
      using errcode = 'check_violation', constraint = 'certificates__hand_over_recorded';
  end if;
  return null;
end $$;

-- 4. Runs close as good + spoilt + missing
create or replace function print_runs__closes_complete() returns trigger language plpgsql as $$
begin
  if new.state = 'closed' and exists (select from sheets where print_run_id = new.id and outcome is null) then
    raise exception 'the run has sheets without an outcome'
      using errcode = 'check_violation', constraint = 'print_runs__closes_complete';
  end if;
  if new.state = 'closed'
     and (old.state, old.counted_good, old.counted_spoilt, old.counted_missing)
         is distinct from ('closed', new.counted_good, new.counted_spoilt, new.counted_missing)
     and exists (
       select from (select count(*) filter (where outcome = 'good') as good, count(*) filter (where outcome = 'spoilt') as spoilt,
                           count(*) filter (where outcome = 'missing') as missing
                      from sheets where print_run_id = new.id) books
        where (books.good, books.spoilt, books.missing) is distinct from (new.counted_good, new.counted_spoilt, new.counted_missing)
     ) then
    raise exception 'the counts of the run differ from its books'
      using errcode = 'check_violation', constraint = 'print_runs__counts_agree';
  end if;
  return new;
end $$;
alter table print_runs add column counted_missing integer;
update print_runs set counted_missing = 0 where counted_good is not null;
alter table print_runs
  drop constraint print_runs__counted_when_closed,
  add constraint print_runs__counted_when_closed check (
    (counted_good is null) = (counted_spoilt is null) and (counted_good is null) = (counted_missing is null)
    and (counted_good is null) = (closed_by is null) and (counted_good is null or state = 'closed')
  );

-- 5. The ledger
alter table custody_acts
  drop constraint custody_acts__act_known,
  add constraint custody_acts__act_known check (
    act in ('received', 'issued', 'returned', 'bound', 'withdrawn', 'printed', 'taken_back', 'cancelled', 'spoilt', 'destroyed',
            'missing', 'found')
  ),
  drop constraint custody_acts__reason_given,
  add constraint custody_acts__reason_given check (
    act not in ('cancelled', 'spoilt', 'destroyed', 'missing', 'found') or btrim(remark) <> ''
  );
alter table blank_movements
  drop constraint blank_movements__act_allows,
  add constraint blank_movements__act_allows check (
    case act
      when 'received' then from_state is null and to_state = 'in_store'
      when 'issued' then coalesce(from_state, '') = 'in_store' and to_state = 'issued'
      when 'returned' then (coalesce(from_state, '') = 'issued' and to_state = 'in_store')
        or (coalesce(from_state, '') = 'spoilt' and to_state = 'spoilt' and from_holder is not null and to_holder is null)
      when 'bound' then coalesce(from_state, '') in ('in_store', 'issued') and to_state = 'bound'
      when 'withdrawn' then coalesce(from_state, '') = 'bound' and to_state in ('in_store', 'issued')
      when 'printed' then coalesce(from_state, '') = 'bound' and to_state = 'printed'
      -- Only from where the outcome left it: a spoilt sheet that was returned to the store is no longer at the printer.
      when 'taken_back' then to_state = 'bound' and (
        coalesce(from_state, '') = 'missing' or (coalesce(from_state, '') = 'spoilt' and from_holder is not null)
        or (coalesce(from_state, '') = 'printed' and from_run = to_run))
      when 'cancelled' then coalesce(from_state, '') = 'printed' and to_state = 'spoilt'
      when 'spoilt' then coalesce(from_state, '') in ('in_store', 'issued', 'bound') and to_state = 'spoilt'
      when 'destroyed' then coalesce(from_state, '') = 'spoilt' and to_state = 'destroyed'
      when 'missing' then coalesce(from_state, '') in ('in_store', 'issued', 'spoilt', 'bound') and to_state = 'missing'
      when 'found' then coalesce(from_state, '') = 'missing' and to_state in ('in_store', 'spoilt')
      else false
    end
  );

-- A blank that stands on a sheet was at the printer: it is never printed on again, however it turns up.
create function blanks__refuse_second_use() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from after a join sheets s on s.blank_id = a.id where a.state in ('in_store', 'issued')) then
    raise exception 'a blank that was in a print run is not printed on again'
      using errcode = 'check_violation', constraint = 'blanks__used_once';
  end if;
  return null;
end $$;
create trigger blanks__refuse_second_use after update on blanks referencing new table as after
  for each statement execute function blanks__refuse_second_use();

-- 6. A copy that was handed over comes back, or is said to be lost, before its reprint leaves
alter table hand_overs
  add column surrender text,
  add column surrender_remark text,
  add column surrender_recorded_by uuid references staff,
  add column surrender_recorded_at timestamptz,
  add constraint hand_overs__surrender_known check (surrender in ('surrendered', 'lost')),
  add constraint hand_overs__surrender_is_signed check (
    (surrender is null) = (surrender_recorded_by is null) and (surrender is null) = (surrender_recorded_at is null)
  ),
  add constraint hand_overs__lost_has_remark check (
    (surrender is not distinct from 'lost') = (surrender_remark is not null) and btrim(surrender_remark) <> ''
  );
comment on column hand_overs.surrender is 'What became of the copy when a reprint of it left: surrendered, or lost. Null while it is with its holder.';
grant update (surrender, surrender_remark, surrender_recorded_by, surrender_recorded_at) on hand_overs to dikshant_app;

create or replace function hand_overs__check_change() returns trigger language plpgsql as $$
begin
  if old.signed_on is not null and old.signed_on is distinct from new.signed_on then
    raise exception 'the student signed already' using errcode = 'check_violation', constraint = 'hand_overs__signed_once';
  end if;
  if old.surrender is not null and (old.surrender, old.surrender_remark) is distinct from (new.surrender, new.surrender_remark) then
    raise exception 'what became of the copy is recorded already'
      using errcode = 'check_violation', constraint = 'hand_overs__surrendered_once';
  end if;
  return new;
end $$;

create or replace function hand_overs__check_copy() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when not sheet.is_valid then 'hand_overs__of_valid_copy'
           when certificate.state <> 'handed_over' then 'hand_overs__certificate_agrees'
           when bundle.college_id <> certificate.college_id then 'hand_overs__bundle_of_one_college'
           when (select earlier.surrender is null
                   from hand_overs earlier join sheets former on former.id = earlier.sheet_id
                  where former.certificate_id = certificate.id and former.copy_number < sheet.copy_number
                  order by former.copy_number desc limit 1) then 'hand_overs__earlier_copy_back'
         end
    into fault
    from sheets sheet
    join certificates certificate on certificate.id = sheet.certificate_id
    left join bundles bundle on bundle.id = new.bundle_id
   where sheet.id = new.sheet_id;
  if fault is not null then
    raise exception 'this copy cannot be handed over so' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
