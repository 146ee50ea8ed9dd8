-- What a reprint costs, and a sheet that is lost.

alter table files
  drop constraint files__kind_known,
  add constraint files__kind_known check (kind in ('photo', 'receipt', 'invoice', 'error_photo', 'declaration', 'crest', 'signature'));

-- The kind says which of the two shows what became of the copy.
alter table reprint_requests
  add column declaration_file_id uuid references files,
  add constraint reprint_requests__declaration_once unique (declaration_file_id),
  drop constraint reprint_requests__kind_known,
  add constraint reprint_requests__kind_known check (kind in ('wrong_copy', 'lost', 'data_corrected')),
  drop constraint reprint_requests__photo_unless_data_corrected,
  add constraint reprint_requests__photo_of_wrong_copy check ((kind = 'wrong_copy') = (error_photo_file_id is not null)),
  add constraint reprint_requests__declaration_of_lost check ((kind = 'lost') = (declaration_file_id is not null));
comment on column reprint_requests.kind is 'wrong_copy: somebody showed what is wrong with the copy. lost: its holder declared that it is lost. data_corrected: the application was reopened, and verified again.';
comment on column reprint_requests.declaration_file_id is 'What its holder signed; it takes the place of the photo.';

alter table charges
  add column reprint_request_id uuid references reprint_requests,
  add constraint charges__one_for_request unique (reprint_request_id),
  add constraint charges__reprint_of_request check ((kind = 'reprint') = (reprint_request_id is not null));

-- A concession lowers the charges of an application or that of one reprint of it.
alter table concessions
  add column reprint_request_id uuid references reprint_requests,
  drop constraint concessions__one_per_application,
  add constraint concessions__one_per_charged unique nulls not distinct (application_id, reprint_request_id),
  drop constraint concessions__reason_known,
  add constraint concessions__reason_known check (
    reason in ('sc_st', 'disability', 'staff_ward', 'merit', 'court_order', 'office_error', 'other')
  );
comment on table concessions is 'What is paid less than the schedule says, and on whose authority; verification confirms it, for a reprint its approval. One that is corrected is deleted and written anew.';

drop trigger concessions__remember_recorder on concessions;
create trigger concessions__remember_recorder after insert on concessions
  for each row when (new.reprint_request_id is null) execute function contributors__remember('application_id', 'recorded_by');

create or replace function refuse_other_total(application uuid) returns void language plpgsql as $$
declare
  fault text;
begin
  select case
           when p.fee_amount <> coalesce(sum(c.scheduled_amount), -1) then 'applications__fee_is_charged'
           when p.total_amount <> p.fee_amount - conceded.amount or sum(c.concession_amount) <> conceded.amount
             then 'applications__total_is_fee_less_concession'
           when bool_or(c.kind = 'late' and c.concession_amount > 0)
                and bool_or(c.kind = 'application' and c.amount > 0) then 'charges__concession_of_application_first'
           when bool_or(c.paid_amount > c.amount) then 'charges__paid_within_amount'
           when bool_or(c.college_id <> p.college_id) then 'charges__of_its_college'
         end
    into fault
    from applications p
    left join charges c on c.application_id = p.id and c.kind <> 'reprint',
         lateral (select coalesce(sum(amount), 0) as amount from concessions
                   where application_id = p.id and reprint_request_id is null) as conceded
   where p.id = application
   group by p.id, conceded.amount;
  if fault is null and exists (
    select from charges c
      left join concessions k on k.application_id = c.application_id and k.reprint_request_id = c.reprint_request_id
     where c.application_id = application and c.kind = 'reprint' and c.concession_amount <> coalesce(k.amount, 0)
  ) then
    fault := 'charges__reprint_less_concession';
  end if;
  if fault is not null then
    raise exception 'an application, its charges and its concession disagree' using errcode = 'check_violation', constraint = fault;
  end if;
end $$;

-- What was verified or approved stays what it was.
create or replace function concessions__of_open_application() returns trigger language plpgsql as $$
declare
  request uuid := coalesce(new.reprint_request_id, old.reprint_request_id);
begin
  if request is null and application_is_frozen(coalesce(new.application_id, old.application_id))
     or exists (select from reprint_requests where id = request and status = 'approved') then
    raise exception 'the concession of a verified application or an approved reprint stays'
      using errcode = 'check_violation', constraint = 'concessions__of_open_application';
  end if;
  return coalesce(new, old);
end $$;

-- A reprint is charged as the schedule has it for the day on which it is asked for; what corrected data ask for costs nothing.
create or replace function charges__follow_schedule() returns trigger language plpgsql as $$
begin
  if exists (
    select from charges c
      left join reprint_requests q on q.id = c.reprint_request_id
      left join certificates on certificates.id = q.certificate_id
      left join lateral scheduled_for(c.application_id, c.kind, (q.requested_at at time zone 'Asia/Kolkata')::date) as found on true
     where c.id = new.id
       and ((c.fee_id, c.scheduled_amount) is distinct from (found.fee_id, coalesce(found.amount, 0))
            or q.kind = 'data_corrected' or certificates.application_id <> c.application_id)
  ) then
    raise exception 'a charge is another one than the schedule says' using errcode = 'check_violation', constraint = 'charges__follow_schedule';
  end if;
  return null;
end $$;
drop trigger charges__follow_schedule on charges;
drop trigger charges__changed_follow_schedule on charges;
create constraint trigger charges__follow_schedule after insert on charges
  deferrable initially deferred for each row execute function charges__follow_schedule();
create constraint trigger charges__changed_follow_schedule after update on charges
  deferrable initially deferred for each row
  when ((old.fee_id, old.scheduled_amount, old.application_id, old.reprint_request_id)
        is distinct from (new.fee_id, new.scheduled_amount, new.application_id, new.reprint_request_id))
  execute function charges__follow_schedule();

-- Nothing is owed for a reprint that is rejected, and no other one goes without its charge.
create function refuse_uncharged_reprint(request uuid) returns void language plpgsql as $$
begin
  if exists (
    select from reprint_requests q
      join certificates on certificates.id = q.certificate_id
      left join charges c on c.reprint_request_id = q.id
      left join lateral scheduled_for(certificates.application_id, 'reprint', (q.requested_at at time zone 'Asia/Kolkata')::date) as found on true
     where q.id = request
       and case when q.status = 'rejected' or q.kind = 'data_corrected' then c.id is not null
                else (c.id is null) <> (found.fee_id is null) end
  ) then
    raise exception 'a reprint and its charge disagree' using errcode = 'check_violation', constraint = 'reprint_requests__charged_by_schedule';
  end if;
end $$;

create function reprint_requests__charged_by_schedule() returns trigger language plpgsql as $$
begin
  perform refuse_uncharged_reprint(new.id);
  return null;
end $$;
create constraint trigger reprint_requests__charged_by_schedule after insert on reprint_requests
  deferrable initially deferred for each row execute function reprint_requests__charged_by_schedule();
create constraint trigger reprint_requests__changed_charged_by_schedule after update on reprint_requests
  deferrable initially deferred for each row
  when ((old.status is not distinct from 'rejected') <> (new.status is not distinct from 'rejected'))
  execute function reprint_requests__charged_by_schedule();

create function charges__kept_for_request() returns trigger language plpgsql as $$
begin
  perform refuse_uncharged_reprint(old.reprint_request_id);
  return null;
end $$;
create constraint trigger charges__kept_for_request after delete on charges
  deferrable initially deferred for each row when (old.reprint_request_id is not null) execute function charges__kept_for_request();

-- Approved means paid, by another person than who conceded something.
create function reprint_requests__approved_is_paid() returns trigger language plpgsql as $$
begin
  if exists (select from charges where reprint_request_id = new.id and pending_amount > 0) then
    raise exception 'a reprint is approved only when its charge is paid'
      using errcode = 'check_violation', constraint = 'reprint_requests__approved_is_paid';
  end if;
  if exists (select from concessions where reprint_request_id = new.id and recorded_by = new.decided_by) then
    raise exception 'a concession is confirmed by another person'
      using errcode = 'check_violation', constraint = 'reprint_requests__concession_by_another';
  end if;
  return new;
end $$;
create trigger reprint_requests__approved_is_paid before insert or update of status, decided_by on reprint_requests
  for each row when (new.status = 'approved') execute function reprint_requests__approved_is_paid();

-- Also while it waits for print: a draft that comes back takes the approval back. What a run has is printed, and owed.
create function charges__approved_reprint_is_paid() returns trigger language plpgsql as $$
begin
  if exists (
    select from charges c
      join reprint_requests q on q.id = c.reprint_request_id
      join certificates on certificates.id = q.certificate_id
     where c.id = new.id and c.pending_amount > 0
       and q.status = 'approved' and q.reprinted_at is null and certificates.state = 'to_print'
  ) then
    raise exception 'a reprint that is not paid does not wait for print'
      using errcode = 'check_violation', constraint = 'charges__approved_reprint_is_paid';
  end if;
  return null;
end $$;
create constraint trigger charges__approved_reprint_is_paid after update on charges
  deferrable initially deferred for each row when (new.kind = 'reprint' and new.pending_amount > old.pending_amount)
  execute function charges__approved_reprint_is_paid();
