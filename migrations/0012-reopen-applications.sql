-- Reopening: what a verification froze can be corrected once a second person says why. The certificate keeps its number and
-- is withheld until the application is verified again; a copy that was printed is then printed anew.

create table reopenings (
  id                 uuid primary key,
  application_id     uuid not null references applications,
  reason             text not null,
  remark             text,
  reopened_by        uuid not null references staff,
  reopened_at        timestamptz not null,
  verified_by        uuid references staff,
  verified_at        timestamptz,
  verified_again_by  uuid references staff,
  verified_again_at  timestamptz,
  constraint reopenings__reason_known check (reason in ('name', 'photo', 'course', 'registration', 'college', 'other')),
  constraint reopenings__other_has_remark check (reason <> 'other' or coalesce(btrim(remark), '') <> ''),
  constraint reopenings__not_by_verifier check (reopened_by <> verified_by),
  constraint reopenings__verification_complete check ((verified_by is null) = (verified_at is null)),
  constraint reopenings__ended_complete check ((verified_again_by is null) = (verified_again_at is null))
);
comment on table reopenings is 'Why each verified application was reopened, by whom, and who verified it again. Never removed.';
comment on column reopenings.verified_by is 'Whose verification it takes back; null where a draft had come back before, so that none stood.';
create unique index reopenings__one_open on reopenings (application_id) where verified_again_at is null;
create index reopenings__newest on reopenings (application_id, reopened_at desc);

grant select, insert on reopenings to dikshant_app;
grant update (verified_again_by, verified_again_at) on reopenings to dikshant_app;

-- Its certificate was made for what it says, whatever became of its drafts since.
create function application_is_frozen(application uuid) returns boolean language sql stable as $$
  select exists (select from certificates where application_id = application)
     and not exists (select from reopenings where application_id = application and verified_again_at is null)
$$;

create function reopenings__check() returns trigger language plpgsql as $$
declare
  application applications;
  state_now text;
  fault text;
begin
  -- Locked, so that no run takes the certificate meanwhile.
  select * into application from applications where id = new.application_id for update;
  select state into state_now from certificates where application_id = new.application_id for update;
  fault := case
    when state_now is null or application.verified_by is distinct from new.verified_by then 'reopenings__of_verified'
    when state_now = 'in_run' then 'reopenings__not_in_run'
    when state_now = 'revoked' then 'reopenings__not_revoked'
  end;
  if fault is not null then
    raise exception 'this application cannot be reopened' using errcode = 'check_violation', constraint = fault;
  end if;
  perform refuse_contributor(new.application_id, application.received_by, new.reopened_by, 'reopenings__by_no_contributor');
  return new;
end $$;
create trigger reopenings__check before insert on reopenings
  for each row execute function reopenings__check();

create function reopenings__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a reopening stays as it was' using errcode = 'check_violation', constraint = 'reopenings__stay';
end $$;
create trigger reopenings__refuse_change before update on reopenings for each row
  when (old.verified_again_at is not null
        or (old.id, old.application_id, old.reason, old.remark, old.reopened_by, old.reopened_at, old.verified_by, old.verified_at)
           is distinct from
           (new.id, new.application_id, new.reason, new.remark, new.reopened_by, new.reopened_at, new.verified_by, new.verified_at))
  execute function reopenings__refuse_change();
create trigger reopenings__refuse_removal before delete on reopenings
  for each row execute function reopenings__refuse_change();

-- Application, reopening, certificate and reprint request are written one after the other, so that their agreement is asked at the end.
create function reopenings__check_agreement() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when r.verified_again_at is null and p.status = 'verified' then 'reopenings__open_is_not_verified'
           when r.verified_again_at is not null and (p.status, p.verified_by) is distinct from ('verified', r.verified_again_by)
             then 'reopenings__ended_by_verification'
           when r.verified_again_at is not null and c.state <> 'revoked'
                and exists (select from sheets s where s.certificate_id = c.id and s.is_valid)
                and not exists (
                  select from reprint_requests q
                   where q.certificate_id = c.id and q.kind = 'data_corrected' and q.status = 'approved' and q.reprinted_at is null)
             then 'reopenings__copy_is_reprinted'
         end
    into fault
    from reopenings r
    join applications p on p.id = r.application_id
    join certificates c on c.application_id = p.id
   where r.id = new.id;
  if fault is not null then
    raise exception 'a reopening and its application disagree' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create constraint trigger reopenings__check_agreement after insert or update on reopenings
  deferrable initially deferred for each row execute function reopenings__check_agreement();

-- What was verified stays what it was, unless it is reopened.
create function applications__verified_is_frozen() returns trigger language plpgsql as $$
begin
  if application_is_frozen(new.id) then
    raise exception 'what was verified is changed only once the application is reopened'
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return new;
end $$;
create trigger applications__verified_is_frozen before update on applications for each row
  when (
    (old.registration_number, old.exam_roll_number, old.candidate_name, old.candidate_name_native, old.course_id, old.college_id, old.academic_year,
     old.guide_name, old.mode_of_study, old.certificate_type, old.paper_id, old.photo_file_id, old.fee_amount, old.total_amount, old.received_by)
    is distinct from
    (new.registration_number, new.exam_roll_number, new.candidate_name, new.candidate_name_native, new.course_id, new.college_id, new.academic_year,
     new.guide_name, new.mode_of_study, new.certificate_type, new.paper_id, new.photo_file_id, new.fee_amount, new.total_amount, new.received_by)
  ) execute function applications__verified_is_frozen();
create trigger applications__returned_by_reopening before update of status on applications for each row
  when (old.status <> 'returned' and new.status = 'returned') execute function applications__verified_is_frozen();

-- A verification is undone by the bank or by a reopening; a draft that comes back lifts it for a moment only (decision 19).
create function applications__verification_stands() returns trigger language plpgsql as $$
begin
  if exists (
    select from applications p
     where p.id = new.id and p.status <> 'verified'
       and not (p.status = 'rejected' and p.rejection_cause in ('draft_returned', 'draft_replaced'))
       and application_is_frozen(p.id)
  ) then
    raise exception 'a verification is undone by a returned draft or a reopening only'
      using errcode = 'check_violation', constraint = 'applications__verification_stands';
  end if;
  return null;
end $$;
create constraint trigger applications__verification_stands after update of status on applications
  deferrable initially deferred for each row when (old.status = 'verified' and new.status <> 'verified')
  execute function applications__verification_stands();

-- An application that is verified again ends its reopening.
create function applications__verified_ends_reopening() returns trigger language plpgsql as $$
begin
  if exists (
    select from applications p join reopenings r on r.application_id = p.id
     where p.id = new.id and p.status = 'verified' and r.verified_again_at is null
  ) then
    raise exception 'a verified application is not reopened any more'
      using errcode = 'check_violation', constraint = 'applications__verified_ends_reopening';
  end if;
  return null;
end $$;
create constraint trigger applications__verified_ends_reopening after update of status on applications
  deferrable initially deferred for each row when (old.status <> 'verified' and new.status = 'verified')
  execute function applications__verified_ends_reopening();

create or replace function concessions__of_open_application() returns trigger language plpgsql as $$
declare
  application uuid := coalesce(new.application_id, old.application_id);
begin
  if application_is_frozen(application) then
    raise exception 'the concession of a verified application stays' using errcode = 'check_violation', constraint = 'concessions__of_open_application';
  end if;
  return coalesce(new, old);
end $$;

create or replace function demand_drafts__receipt_stays() returns trigger language plpgsql as $$
begin
  -- Locked, so that none of them is verified meanwhile.
  perform from applications where id in (select application_id from allocations where demand_draft_id = new.id) order by id for update;
  if new.receipt_file_id is null or exists (
    select from allocations where demand_draft_id = new.id and application_is_frozen(application_id)
  ) then
    raise exception 'the receipt of a draft that pays for a verified application stays'
      using errcode = 'check_violation', constraint = 'demand_drafts__receipt_stays';
  end if;
  return new;
end $$;

-- The number is the certificate's for life.
create function certificates__refuse_other_number() returns trigger language plpgsql as $$
begin
  raise exception 'a certificate keeps its number' using errcode = 'check_violation', constraint = 'certificates__number_for_life';
end $$;
create trigger certificates__number_for_life before update on certificates for each row
  when ((old.id, old.application_id, old.convocation_year, old.convocation_sequence)
        is distinct from (new.id, new.application_id, new.convocation_year, new.convocation_sequence))
  execute function certificates__refuse_other_number();

-- One that leaves the print queue unprinted is where it was before: nothing is handed over by that.
drop trigger certificates__refuse_withheld on certificates;
create trigger certificates__refuse_withheld before update of state on certificates for each row
  when (new.withheld_at is not null and old.state <> new.state
        and (new.state = 'in_run' or (new.state = 'handed_over' and old.state <> 'to_print')))
  execute function certificates__refuse_withheld();

-- Besides a copy that is wrong, corrected data ask for a new one: whoever corrected them asks, whoever verified them decides. Other
-- requests end when an application is reopened or its certificate is revoked, which nobody decided about the request.
alter table reprint_requests
  add column kind text not null default 'wrong_copy',
  add column ended_with text,
  alter column error_photo_file_id drop not null,
  add constraint reprint_requests__kind_known check (kind in ('wrong_copy', 'data_corrected')),
  add constraint reprint_requests__photo_unless_data_corrected check (error_photo_file_id is not null or kind = 'data_corrected'),
  add constraint reprint_requests__ended_with_known check (ended_with in ('reopened', 'revoked')),
  add constraint reprint_requests__ended_is_rejected check (ended_with is null or status is not distinct from 'rejected'),
  drop constraint reprint_requests__decided_by_another,
  add constraint reprint_requests__decided_by_another check (decided_by <> requested_by or ended_with is not null);
comment on column reprint_requests.kind is 'wrong_copy: somebody showed what is wrong with the copy. data_corrected: the application was reopened, and verified again.';
comment on column reprint_requests.ended_with is 'Set where the request ended with something else that was done to the certificate; then decided_by is who did that.';

create function reprint_requests__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'this request is decided for good' using errcode = 'check_violation', constraint = tg_name;
end $$;
create trigger reprint_requests__ended_stays before update on reprint_requests for each row
  when (old.ended_with is not null
        and (old.status, old.ended_with, old.decided_by, old.decided_at, old.remark)
            is distinct from (new.status, new.ended_with, new.decided_by, new.decided_at, new.remark))
  execute function reprint_requests__refuse_change();
create trigger reprint_requests__correction_is_printed before update on reprint_requests for each row
  when (old.kind <> new.kind or (old.kind = 'data_corrected' and old.status is distinct from new.status and new.ended_with is null))
  execute function reprint_requests__refuse_change();

create function reprint_requests__check_correction() returns trigger language plpgsql as $$
begin
  if not exists (
    select from certificates c
      join applications p on p.id = c.application_id
      join reopenings r on r.application_id = p.id
     where c.id = new.certificate_id and new.status = 'approved'
       and p.corrected_by = new.requested_by
       and r.verified_again_by = new.decided_by and r.verified_again_at = new.decided_at
  ) then
    raise exception 'corrected data are asked for by who corrected them, and decided by who verified them'
      using errcode = 'check_violation', constraint = 'reprint_requests__asked_by_corrector';
  end if;
  return new;
end $$;
create trigger reprint_requests__check_correction before insert on reprint_requests
  for each row when (new.kind = 'data_corrected') execute function reprint_requests__check_correction();
create constraint trigger reprint_requests__new_is_approved after insert on reprint_requests
  deferrable initially deferred for each row when (new.status is not null)
  execute function reprint_requests__reprint_is_approved();
