-- Reprinting a certificate of before the portal: an application for it, received by one person with photo and facts and verified by
-- another, makes a certificate of the portal that keeps the earlier number. Its first sheet is a reprint.

alter table applications
  add column earlier_certificate_id uuid references earlier_certificates,
  add constraint applications__earlier_once unique (earlier_certificate_id),
  drop constraint applications__academic_year_format,
  add constraint applications__academic_year_format check (academic_year ~ '^(19|20)[0-9]{2}-[0-9]{2}$');
comment on column applications.earlier_certificate_id is 'The certificate of before the portal that it asks to be printed again; null where it asks for a new one.';
grant update (earlier_certificate_id) on applications to dikshant_app;

create trigger applications__earlier_change_is_signed before update on applications for each row
  when (old.earlier_certificate_id is distinct from new.earlier_certificate_id
        and (new.corrected_by is null or new.corrected_at is not distinct from old.corrected_at))
  execute function refuse_unsigned_change();

-- The certificate takes its number from it, for life.
create function applications__earlier_stays() returns trigger language plpgsql as $$
begin
  if exists (select from certificates where application_id = new.id) then
    raise exception 'the certificate of an application was made for what it asked for'
      using errcode = 'check_violation', constraint = 'applications__earlier_stays';
  end if;
  return new;
end $$;
create trigger applications__earlier_stays before update on applications for each row
  when (old.earlier_certificate_id is distinct from new.earlier_certificate_id) execute function applications__earlier_stays();

-- Whoever asked for its reprint saw what the register says of it.
create function earlier_certificates__stay() returns trigger language plpgsql as $$
begin
  -- Waits for whoever is asking for it.
  perform from earlier_certificates where id = new.id for update;
  if exists (select from applications where earlier_certificate_id = new.id) then
    raise exception 'a certificate of before the portal stays as it was when its reprint was asked for'
      using errcode = 'check_violation', constraint = 'earlier_certificates__stay';
  end if;
  return new;
end $$;
create trigger earlier_certificates__stay before update on earlier_certificates
  for each row execute function earlier_certificates__stay();

alter table certificates
  add column earlier_number text,
  alter column number_series_id drop not null,
  alter column number_scope drop not null,
  alter column convocation_sequence drop not null,
  add constraint certificates__numbered_once check (
    case when earlier_number is null
         then num_nulls(number_series_id, number_scope, convocation_sequence) = 0
         else num_nonnulls(number_series_id, number_scope, convocation_sequence) = 0 and convocation_number = earlier_number end
  );
-- Numbers of before the portal are told apart by their separators, as the register has them.
drop index certificates__number_unique;
create unique index certificates__number_unique on certificates (number_key(convocation_number)) where earlier_number is null;
comment on column certificates.earlier_number is 'Of one that was issued before the portal: the number that it had. Its year is that of the convocation all the same.';

create trigger certificates__earlier_number_for_life before update on certificates
  for each row when (old.earlier_number is distinct from new.earlier_number) execute function certificates__refuse_other_number();

create or replace function certificates__number_of_none_earlier() returns trigger language plpgsql as $$
declare
  own earlier_certificates;
begin
  perform earlier_certificates__lock(false);
  select e.* into own from applications p join earlier_certificates e on e.id = p.earlier_certificate_id where p.id = new.application_id;
  if new.earlier_number is distinct from own.number then
    raise exception 'a certificate of before the portal keeps its number'
      using errcode = 'check_violation', constraint = 'certificates__keeps_earlier_number';
  end if;
  if exists (
    select from earlier_certificates
     where number_key = certificate_number_key(new.convocation_number) and id is distinct from own.id
  ) then
    raise exception 'a certificate of before the portal has this number'
      using errcode = 'check_violation', constraint = 'certificates__number_of_none_earlier';
  end if;
  return null;
end $$;

-- Its reprint is charged as any reprint is, on the day of its receipt: by the row for reprints, and never as late.
create or replace function scheduled_for(application uuid, of_charge text, on_day date default null)
returns table (fee_id uuid, amount integer) language sql stable as $$
  select found.fee_id, found.amount
    from applications p
    left join award_records r on r.application_id = p.id,
         lateral charge_by_schedule(case when p.earlier_certificate_id is null then of_charge else 'reprint' end,
                                    p.college_id, p.course_id, p.certificate_type, r.category, r.attendance, p.academic_year,
                                    coalesce(on_day, (p.received_at at time zone 'Asia/Kolkata')::date)) as found
   where p.id = application and (p.earlier_certificate_id is null or of_charge <> 'late')
$$;
create or replace function applications__charged_by_schedule() returns trigger language plpgsql as $$
begin
  perform refuse_outdated_charges(new.id, tg_op = 'UPDATE' and (
    old.college_id <> new.college_id or (old.earlier_certificate_id is null) <> (new.earlier_certificate_id is null)));
  return null;
end $$;
drop trigger applications__changed_charged_by_schedule on applications;
create constraint trigger applications__changed_charged_by_schedule after update on applications
  deferrable initially deferred for each row
  when ((old.college_id, old.course_id, old.certificate_type, old.academic_year, old.earlier_certificate_id)
        is distinct from (new.college_id, new.course_id, new.certificate_type, new.academic_year, new.earlier_certificate_id))
  execute function applications__charged_by_schedule();

-- What a draft paid before the portal is in its sum, and of no allocation: a stale one pays nothing new all the same.
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
       and d.allocated_amount - d.allocated_before < (select sum(amount) from allocations where demand_draft_id = d.id)
  ) then
    raise exception 'a returned or stale draft pays nothing new' using errcode = 'check_violation', constraint = 'allocations__of_usable_draft';
  end if;
  update demand_drafts d
     set allocated_amount = (select coalesce(sum(a.amount), 0) from allocations a where a.demand_draft_id = d.id)
   where d.id = draft;
  perform carry_paid(application);
  return null;
end $$;
