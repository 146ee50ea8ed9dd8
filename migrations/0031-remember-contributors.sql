-- Four eyes for good: whoever received or changed a record's data never decides on it, whatever was decided in between.
create table contributors (
  record_id  uuid not null,
  staff_id   uuid not null references staff,
  first_at   timestamptz not null default now(),
  constraint contributors__once primary key (record_id, staff_id)
);
comment on table contributors is 'Everybody who ever received or changed the data of an application or a delivery; filled by triggers alone.';
comment on column contributors.record_id is 'An application, a blank_receipt or an ink_receipt.';
create index contributors__staff on contributors (staff_id);

alter table allocations add column allocated_by uuid references staff;
alter table allocations disable trigger user;
update allocations set allocated_by = demand_drafts.received_by from demand_drafts where demand_drafts.id = demand_draft_id;
alter table allocations enable trigger user;
alter table allocations alter column allocated_by set not null;
alter table blank_receipts add column corrected_at timestamptz;
alter table ink_receipts add column corrected_at timestamptz;
update blank_receipts set corrected_at = received_at where corrected_by is not null;
update ink_receipts set corrected_at = received_at where corrected_by is not null;

insert into contributors (record_id, staff_id, first_at)
select record_id, staff_id, min(at)
  from (
    select id, received_by, received_at from applications
    union all select id, corrected_by, corrected_at from applications where corrected_by is not null
    union all select application_id, allocated_by, allocated_at from allocations
    union all select id, received_by, received_at from blank_receipts
    union all select id, corrected_by, corrected_at from blank_receipts where corrected_by is not null
    union all select id, received_by, received_at from ink_receipts
    union all select id, corrected_by, corrected_at from ink_receipts where corrected_by is not null
    union all
    select record_id::uuid, actor_id, at
      from audit_events join staff on staff.id = actor_id
     where event in ('applications.corrected', 'stock.edited', 'stock.ink_edited')
  ) as known (record_id, staff_id, at)
 group by record_id, staff_id;

-- The trigger's arguments: the columns of the record's id and of the person.
create function contributors__remember() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  written jsonb := to_jsonb(new);
begin
  insert into contributors (record_id, staff_id)
  values ((written ->> tg_argv[0])::uuid, (written ->> tg_argv[1])::uuid)
  on conflict do nothing;
  return null;
end $$;
create function contributors__forget() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from contributors where record_id = old.id;
  return null;
end $$;
revoke execute on function contributors__remember(), contributors__forget() from public;

create trigger applications__remember_receiver after insert on applications
  for each row execute function contributors__remember('id', 'received_by');
create trigger applications__remember_corrector after update on applications
  for each row when (new.corrected_by is not null and (old.corrected_by, old.corrected_at) is distinct from (new.corrected_by, new.corrected_at))
  execute function contributors__remember('id', 'corrected_by');
create trigger allocations__remember_allocator after insert or update on allocations
  for each row execute function contributors__remember('application_id', 'allocated_by');
create trigger blank_receipts__remember_receiver after insert on blank_receipts
  for each row execute function contributors__remember('id', 'received_by');
create trigger blank_receipts__remember_corrector after update on blank_receipts
  for each row when (new.corrected_by is not null and (old.corrected_by, old.corrected_at) is distinct from (new.corrected_by, new.corrected_at))
  execute function contributors__remember('id', 'corrected_by');
create trigger blank_receipts__forget_contributors after delete on blank_receipts
  for each row execute function contributors__forget();
create trigger ink_receipts__remember_receiver after insert on ink_receipts
  for each row execute function contributors__remember('id', 'received_by');
create trigger ink_receipts__remember_corrector after update on ink_receipts
  for each row when (new.corrected_by is not null and (old.corrected_by, old.corrected_at) is distinct from (new.corrected_by, new.corrected_at))
  execute function contributors__remember('id', 'corrected_by');
create trigger ink_receipts__forget_contributors after delete on ink_receipts
  for each row execute function contributors__forget();

-- Raises with the name of the trigger as that of a constraint.
create function refuse_contributor(record uuid, receiver uuid, decider uuid, rule text) returns void language plpgsql as $$
begin
  if decider = receiver or exists (select from contributors where record_id = record and staff_id = decider) then
    raise exception 'whoever received or changed a record does not decide on it' using errcode = 'check_violation', constraint = rule;
  end if;
end $$;

alter table applications
  drop constraint applications__verified_by_another,
  drop constraint applications__rejected_by_another,
  drop constraint applications__returned_by_another;
create function applications__decided_by_another() returns trigger language plpgsql as $$
begin
  perform refuse_contributor(new.id, new.received_by, case new.status
    when 'verified' then new.verified_by
    when 'returned' then new.returned_by
    -- That the bank returned a draft is no decision on one's own work.
    when 'rejected' then case when new.rejection_cause = 'fee_short' then new.rejected_by end
  end, tg_name);
  return new;
end $$;
create trigger applications__decided_by_another before insert or update of status, verified_by, verified_at, rejected_by, rejected_at, rejection_cause, returned_by, returned_at
  on applications for each row execute function applications__decided_by_another();

alter table blank_receipts
  drop constraint blank_receipts__approved_by_another,
  drop constraint blank_receipts__approved_by_no_corrector;
alter table ink_receipts drop constraint ink_receipts__approved_by_another;
create function receipts__approved_by_another() returns trigger language plpgsql as $$
begin
  perform refuse_contributor(new.id, new.received_by, new.approved_by, tg_name);
  return new;
end $$;
create trigger blank_receipts__approved_by_another before insert or update of approved_by, approved_at on blank_receipts
  for each row execute function receipts__approved_by_another();
create trigger ink_receipts__approved_by_another before insert or update of approved_by, approved_at on ink_receipts
  for each row execute function receipts__approved_by_another();

-- A change without who made it would leave that person free to decide.
create function refuse_unsigned_change() returns trigger language plpgsql as $$
begin
  raise exception 'a change of the data says who made it' using errcode = 'check_violation', constraint = tg_name;
end $$;
create trigger applications__change_is_signed before update on applications for each row
  when (
    (new.corrected_by is null or new.corrected_at is not distinct from old.corrected_at) and
    (old.registration_number, old.exam_roll_number, old.candidate_name, old.candidate_name_native, old.course_id, old.college_id, old.academic_year,
     old.guide_name, old.mode_of_study, old.certificate_type, old.paper_id, old.photo_file_id, old.receipt_file_id, old.total_amount, old.received_by)
    is distinct from
    (new.registration_number, new.exam_roll_number, new.candidate_name, new.candidate_name_native, new.course_id, new.college_id, new.academic_year,
     new.guide_name, new.mode_of_study, new.certificate_type, new.paper_id, new.photo_file_id, new.receipt_file_id, new.total_amount, new.received_by)
  ) execute function refuse_unsigned_change();
create trigger blank_receipts__change_is_signed before update on blank_receipts for each row
  when (
    (new.corrected_by is null or new.corrected_at is not distinct from old.corrected_at) and
    (old.paper_id, old.serial_prefix, old.first_serial, old.last_serial, old.total_quantity, old.received_quantity, old.rejected_quantity,
     old.rejected_serials, old.received_on, old.received_by)
    is distinct from
    (new.paper_id, new.serial_prefix, new.first_serial, new.last_serial, new.total_quantity, new.received_quantity, new.rejected_quantity,
     new.rejected_serials, new.received_on, new.received_by)
  ) execute function refuse_unsigned_change();
create trigger ink_receipts__change_is_signed before update on ink_receipts for each row
  when (
    (new.corrected_by is null or new.corrected_at is not distinct from old.corrected_at) and
    (old.ink_id, old.total_quantity, old.received_quantity, old.rejected_quantity, old.received_on, old.received_by)
    is distinct from
    (new.ink_id, new.total_quantity, new.received_quantity, new.rejected_quantity, new.received_on, new.received_by)
  ) execute function refuse_unsigned_change();

grant select on contributors to dikshant_app;
