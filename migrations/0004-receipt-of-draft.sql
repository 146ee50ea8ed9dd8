-- The bank receipt is of the draft, however many applications that pays for.
alter table demand_drafts
  add column receipt_file_id uuid references files,
  add constraint demand_drafts__receipt_once unique (receipt_file_id);
comment on column demand_drafts.receipt_file_id is 'Null for some that were recorded before receipts were of drafts; a new one always has it.';

-- Each draft takes the receipt of the first application that it paid for, each receipt goes to the first of its drafts.
update demand_drafts
   set receipt_file_id = first_of_receipt.receipt_file_id
  from (
    select distinct on (receipt_file_id) receipt_file_id, demand_draft_id
      from (
        select distinct on (demand_draft_id) demand_draft_id, receipt_file_id, allocated_at
          from allocations join applications on applications.id = application_id
         order by demand_draft_id, allocated_at, acknowledgement_number
      ) as first_of_draft
     order by receipt_file_id, allocated_at, demand_draft_id
  ) as first_of_receipt
 where demand_drafts.id = first_of_receipt.demand_draft_id;

drop trigger applications__change_is_signed on applications;
alter table applications drop column receipt_file_id;
create trigger applications__change_is_signed before update on applications for each row
  when (
    (new.corrected_by is null or new.corrected_at is not distinct from old.corrected_at) and
    (old.registration_number, old.exam_roll_number, old.candidate_name, old.candidate_name_native, old.course_id, old.college_id, old.academic_year,
     old.guide_name, old.mode_of_study, old.certificate_type, old.paper_id, old.photo_file_id, old.total_amount, old.received_by)
    is distinct from
    (new.registration_number, new.exam_roll_number, new.candidate_name, new.candidate_name_native, new.course_id, new.college_id, new.academic_year,
     new.guide_name, new.mode_of_study, new.certificate_type, new.paper_id, new.photo_file_id, new.total_amount, new.received_by)
  ) execute function refuse_unsigned_change();

grant update (receipt_file_id) on demand_drafts to dikshant_app;

-- What was verified stays what it was; and a receipt is replaced, never removed.
create function demand_drafts__receipt_stays() returns trigger language plpgsql as $$
begin
  -- Locked, so that none of them is verified meanwhile.
  perform from applications where id in (select application_id from allocations where demand_draft_id = new.id) order by id for update;
  if new.receipt_file_id is null or exists (
    select from allocations join applications on applications.id = application_id
     where demand_draft_id = new.id and status = 'verified'
  ) then
    raise exception 'the receipt of a draft that pays for a verified application stays'
      using errcode = 'check_violation', constraint = 'demand_drafts__receipt_stays';
  end if;
  return new;
end $$;
create trigger demand_drafts__receipt_stays before update on demand_drafts
  for each row when (old.receipt_file_id <> new.receipt_file_id or (old.receipt_file_id is not null and new.receipt_file_id is null))
  execute function demand_drafts__receipt_stays();

-- Whoever brings another receipt changed all applications that the draft pays for, and decides on none of them.
create function demand_drafts__remember_receipt() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into contributors (record_id, staff_id)
  select application_id, uploaded_by from allocations, files where demand_draft_id = new.id and files.id = new.receipt_file_id
  on conflict do nothing;
  return null;
end $$;
revoke execute on function demand_drafts__remember_receipt() from public;
create trigger demand_drafts__remember_receipt after update on demand_drafts
  for each row when (old.receipt_file_id is distinct from new.receipt_file_id)
  execute function demand_drafts__remember_receipt();

-- Within a college a registration number has one exam roll number, and an exam roll number one registration number. No
-- exclusion constraint, because numbers that contradict each other already stay as they are.
create index applications__roll_in_college on applications (college_id, lower(exam_roll_number));

-- Whoever writes a number waits for the colleague who is writing the same one. Both are taken in one order, so that two
-- people never wait for each other.
create function applications__lock_numbers(college uuid, registration text, roll text) returns void language sql as $$
  select pg_advisory_xact_lock(least(of_registration, of_roll)), pg_advisory_xact_lock(greatest(of_registration, of_roll))
    from (select hashtextextended(college || ' registration ' || lower(registration), 0) as of_registration,
                 hashtextextended(college || ' roll ' || lower(roll), 0) as of_roll) as keys
$$;

create function applications__numbers_agree() returns trigger language plpgsql as $$
declare
  broken text;
begin
  perform applications__lock_numbers(new.college_id, new.registration_number, new.exam_roll_number);
  select case when bool_or(has_registration and has_roll) then null
              when bool_or(has_registration) then 'applications__one_roll_of_registration'
              when bool_or(has_roll) then 'applications__one_registration_of_roll' end
    into broken
    from (
      select lower(registration_number) = lower(new.registration_number) as has_registration,
             lower(exam_roll_number) = lower(new.exam_roll_number) as has_roll
        from applications
       where college_id = new.college_id and id <> new.id
         and (lower(registration_number) = lower(new.registration_number) or lower(exam_roll_number) = lower(new.exam_roll_number))
    ) as others;
  if broken is not null then
    raise exception 'a registration number and an exam roll number belong together' using errcode = 'check_violation', constraint = broken;
  end if;
  return new;
end $$;
create trigger applications__numbers_agree before insert on applications
  for each row execute function applications__numbers_agree();
create trigger applications__changed_numbers_agree before update on applications
  for each row when (
    (old.college_id, old.registration_number, old.exam_roll_number) is distinct from (new.college_id, new.registration_number, new.exam_roll_number)
  ) execute function applications__numbers_agree();
