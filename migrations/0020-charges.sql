-- What an application owes, by the schedule of fees. Drafts are allocated to charges; the three amounts of an application add up
-- its charges for the application and for being late.

create table charges (
  id                 uuid primary key,
  application_id     uuid not null references applications,
  college_id         uuid not null references colleges,
  kind               text not null,
  fee_id             uuid references fee_schedule,
  scheduled_amount   integer not null,
  concession_amount  integer not null default 0,
  amount             integer not null generated always as (scheduled_amount - concession_amount) stored,
  paid_amount        integer not null default 0,
  pending_amount     integer not null generated always as (scheduled_amount - concession_amount - paid_amount) stored,
  charged_at         timestamptz not null,
  constraint charges__kind_known check (kind in ('application', 'late', 'reprint')),
  constraint charges__scheduled_not_negative check (scheduled_amount >= 0),
  constraint charges__concession_within check (concession_amount between 0 and scheduled_amount),
  constraint charges__paid_not_negative check (paid_amount >= 0),
  -- Those of an application are asked at the end (refuse_other_total): what is paid moves between them.
  constraint charges__reprint_paid_within check (kind <> 'reprint' or paid_amount <= scheduled_amount - concession_amount)
);
comment on table charges is 'One row for each thing that somebody owes for, also where it is ₹0.';
comment on column charges.fee_id is 'The row of the schedule that applied. Null is the convocation fee of the college, and of a late charge that none applies any more.';
comment on column charges.college_id is 'That of the application, kept by trigger.';
comment on column charges.paid_amount is 'The sum of the allocations of drafts that pay, kept by trigger.';
create unique index charges__once on charges (application_id, kind) where kind <> 'reprint';
create index charges__application on charges (application_id);
create index charges__fee on charges (fee_id) where fee_id is not null;

-- Each application of before owes what it was received for, on its college's convocation fee.
insert into charges (id, application_id, college_id, kind, scheduled_amount, concession_amount, paid_amount, charged_at)
select gen_random_uuid(), id, college_id, 'application', fee_amount, fee_amount - total_amount, paid_amount, received_at
  from applications;

alter table allocations add column charge_id uuid references charges;
-- What they carry does not change.
alter table allocations disable trigger user;
update allocations set charge_id = charges.id from charges where charges.application_id = allocations.application_id;
alter table allocations enable trigger user;
alter table allocations drop constraint allocations__once;
alter table allocations
  alter column application_id drop not null,
  add constraint allocations__once primary key (demand_draft_id, charge_id);
create index allocations__charge on allocations (charge_id);
comment on column allocations.application_id is 'That of the charge, kept by trigger; null where the charge is none of the amounts of the application.';

create view payments as
  select demand_draft_id, application_id, sum(amount)::integer as amount, min(allocated_at) as allocated_at
    from allocations
   where application_id is not null
   group by demand_draft_id, application_id;
comment on view payments is 'What each draft pays of an application, whatever the charges.';

grant select, insert, delete on charges to dikshant_app;
grant update (fee_id, scheduled_amount, concession_amount) on charges to dikshant_app;
grant select on payments to dikshant_app;

-- Money

create function allocations__take_application() returns trigger language plpgsql as $$
begin
  new.application_id := (select application_id from charges where id = new.charge_id and kind <> 'reprint');
  return new;
end $$;
create trigger allocations__take_application before insert or update on allocations
  for each row execute function allocations__take_application();

drop trigger allocations__remember_allocator on allocations;
create trigger allocations__remember_allocator after insert or update on allocations
  for each row when (new.application_id is not null) execute function contributors__remember('application_id', 'allocated_by');

-- Of an application's charges, and of the application.
create function carry_paid(application uuid) returns void language sql as $$
  update charges c
     set paid_amount = paid.amount
    from (select q.id, coalesce(sum(a.amount) filter (where d.pays), 0) as amount
            from charges q left join allocations a on a.charge_id = q.id left join demand_drafts d on d.id = a.demand_draft_id
           where q.application_id = application group by q.id) as paid
   where c.id = paid.id and c.paid_amount <> paid.amount;
  update applications p
     set paid_amount = paid.amount
    from (select coalesce(sum(paid_amount), 0) as amount from charges where application_id = application and kind <> 'reprint') as paid
   where p.id = application and p.paid_amount <> paid.amount;
$$;
revoke execute on function carry_paid(uuid) from public;

create or replace function allocations__carry_sums() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  draft uuid := coalesce(new.demand_draft_id, old.demand_draft_id);
  application uuid := (select application_id from charges where id = coalesce(new.charge_id, old.charge_id));
begin
  -- Locked in statements of their own: each sum below then sees what a colleague committed while we waited.
  perform from applications where id = application for update;
  perform from demand_drafts where id = draft for update;
  -- What it pays already may be spread anew over the charges of an application.
  if exists (
    select from demand_drafts d
     where d.id = draft and d.state in ('returned_by_bank', 'stale')
       and d.allocated_amount < (select sum(amount) from allocations where demand_draft_id = d.id)
  ) then
    raise exception 'a returned or stale draft pays nothing new' using errcode = 'check_violation', constraint = 'allocations__of_usable_draft';
  end if;
  update demand_drafts d
     set allocated_amount = (select coalesce(sum(a.amount), 0) from allocations a where a.demand_draft_id = d.id)
   where d.id = draft;
  perform carry_paid(application);
  return null;
end $$;

create or replace function demand_drafts__carry_paid() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  application uuid;
begin
  perform from applications where id in (
    select c.application_id from allocations a join charges c on c.id = a.charge_id where a.demand_draft_id = new.id
  ) order by id for update;
  for application in
    select distinct c.application_id from allocations a join charges c on c.id = a.charge_id where a.demand_draft_id = new.id order by 1
  loop
    perform carry_paid(application);
  end loop;
  return null;
end $$;

create function applications__carry_to_charges() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update charges set college_id = new.college_id where application_id = new.id;
  return null;
end $$;
create trigger applications__carry_to_charges after update on applications
  for each row when (old.college_id <> new.college_id) execute function applications__carry_to_charges();

-- Application, charges, concession and allocations are written one after the other, so that their agreement is asked at the end.
drop trigger applications__fee_is_colleges on applications;
drop trigger applications__changed_fee_is_colleges on applications;
drop function applications__fee_is_colleges();

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
         lateral (select coalesce(sum(amount), 0) as amount from concessions where application_id = p.id) as conceded
   where p.id = application
   group by p.id, conceded.amount;
  if fault is not null then
    raise exception 'an application, its charges and its concession disagree' using errcode = 'check_violation', constraint = fault;
  end if;
end $$;

create function charges__agree() returns trigger language plpgsql as $$
begin
  perform refuse_other_total(coalesce(new.application_id, old.application_id));
  return null;
end $$;
create constraint trigger charges__agree after insert or update or delete on charges
  deferrable initially deferred for each row execute function charges__agree();

-- What was verified stays what it was.
create function charges__of_open_application() returns trigger language plpgsql as $$
begin
  if application_is_frozen(coalesce(new.application_id, old.application_id)) then
    raise exception 'the charges of a verified application stay' using errcode = 'check_violation', constraint = 'charges__of_open_application';
  end if;
  return coalesce(new, old);
end $$;
create trigger charges__of_open_application before insert on charges
  for each row when (new.kind <> 'reprint') execute function charges__of_open_application();
create trigger charges__changed_of_open_application before update on charges
  for each row when (
    old.kind <> 'reprint'
    and (old.application_id, old.kind, old.fee_id, old.scheduled_amount, old.concession_amount)
        is distinct from (new.application_id, new.kind, new.fee_id, new.scheduled_amount, new.concession_amount)
  ) execute function charges__of_open_application();
create trigger charges__removed_of_open_application before delete on charges
  for each row when (old.kind <> 'reprint') execute function charges__of_open_application();

-- Schedule

-- What the schedule says of an application, on the day of its receipt unless another one is given.
create function scheduled_for(application uuid, of_charge text, on_day date default null)
returns table (fee_id uuid, amount integer) language sql stable as $$
  select found.fee_id, found.amount
    from applications p
    left join award_records r on r.application_id = p.id,
         lateral charge_by_schedule(of_charge, p.college_id, p.course_id, p.certificate_type, r.category, r.attendance, p.academic_year,
                                    coalesce(on_day, (p.received_at at time zone 'Asia/Kolkata')::date)) as found
   where p.id = application
$$;

-- A charge is written as the schedule has it. Asked at the end, because the award record is written meanwhile.
create function charges__follow_schedule() returns trigger language plpgsql as $$
begin
  if exists (
    select from charges c left join lateral scheduled_for(c.application_id, c.kind) as found on true
     where c.id = new.id and (c.fee_id, c.scheduled_amount) is distinct from (found.fee_id, coalesce(found.amount, 0))
  ) then
    raise exception 'a charge is another one than the schedule says' using errcode = 'check_violation', constraint = 'charges__follow_schedule';
  end if;
  return null;
end $$;
create constraint trigger charges__follow_schedule after insert on charges
  deferrable initially deferred for each row when (new.kind <> 'reprint') execute function charges__follow_schedule();
create constraint trigger charges__changed_follow_schedule after update on charges
  deferrable initially deferred for each row
  when (new.kind <> 'reprint' and (old.fee_id, old.scheduled_amount) is distinct from (new.fee_id, new.scheduled_amount))
  execute function charges__follow_schedule();

-- The row that applies now is the one that is charged by. As long as it is the same the amount stays what it was at receipt.
create function refuse_outdated_charges(application uuid, is_other_college boolean) returns void language plpgsql as $$
begin
  if exists (
    select from (values ('application'), ('late')) as owed (kind)
      left join charges c on c.application_id = application and c.kind = owed.kind
      left join lateral scheduled_for(application, owed.kind) as found on true
     where c.fee_id is distinct from found.fee_id
        or (is_other_college and found.fee_id is null and c.scheduled_amount <> coalesce(found.amount, 0))
  ) then
    raise exception 'the charges are not those of the application' using errcode = 'check_violation', constraint = 'charges__follow_schedule';
  end if;
end $$;

create function applications__charged_by_schedule() returns trigger language plpgsql as $$
begin
  perform refuse_outdated_charges(new.id, tg_op = 'UPDATE' and old.college_id <> new.college_id);
  return null;
end $$;
create constraint trigger applications__charged_by_schedule after insert on applications
  deferrable initially deferred for each row execute function applications__charged_by_schedule();
create constraint trigger applications__changed_charged_by_schedule after update on applications
  deferrable initially deferred for each row
  when ((old.college_id, old.course_id, old.certificate_type, old.academic_year)
        is distinct from (new.college_id, new.course_id, new.certificate_type, new.academic_year))
  execute function applications__charged_by_schedule();

create function award_records__charged_by_schedule() returns trigger language plpgsql as $$
begin
  perform refuse_outdated_charges(new.application_id, false);
  return null;
end $$;
create constraint trigger award_records__charged_by_schedule after insert on award_records
  deferrable initially deferred for each row when (num_nonnulls(new.category, new.attendance) > 0)
  execute function award_records__charged_by_schedule();
create constraint trigger award_records__changed_charged_by_schedule after update on award_records
  deferrable initially deferred for each row
  when ((old.category, old.attendance) is distinct from (new.category, new.attendance))
  execute function award_records__charged_by_schedule();

-- ₹0 is owed without a draft; verified is paid all the same (applications__verified_is_paid).
alter table applications
  drop constraint applications__total_positive,
  add constraint applications__total_not_negative check (total_amount >= 0);
comment on column applications.fee_amount is 'By the schedule: the sum of its charges for the application and for being late, before a concession.';
