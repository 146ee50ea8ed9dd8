-- The fee is the college's; another amount is a concession with its reason and authority.
alter table applications add column fee_amount integer;
alter table applications disable trigger user;
update applications set fee_amount = total_amount;
alter table applications enable trigger user;
alter table applications
  alter column fee_amount set not null,
  add constraint applications__total_within_fee check (total_amount <= fee_amount);
comment on column applications.fee_amount is 'The convocation fee of the college when the application was received, or when it was corrected to be of that college.';
grant update (fee_amount) on applications to dikshant_app;

create table concessions (
  application_id  uuid not null references applications,
  amount          integer not null,
  reason          text not null,
  authority       text not null,
  recorded_by     uuid not null references staff,
  recorded_at     timestamptz not null,
  constraint concessions__one_per_application primary key (application_id),
  constraint concessions__amount_positive check (amount > 0),
  constraint concessions__reason_known check (reason in ('sc_st', 'disability', 'staff_ward', 'merit', 'court_order', 'other')),
  constraint concessions__authority_given check (length(btrim(authority)) between 3 and 120)
);
comment on table concessions is 'What an application pays less than the fee, and on whose authority; verification confirms it. One that is corrected is deleted and written anew.';
grant select, insert, delete on concessions to dikshant_app;

create function applications__fee_is_colleges() returns trigger language plpgsql as $$
begin
  if new.fee_amount is distinct from (select convocation_fee from colleges where id = new.college_id) then
    raise exception 'the fee of an application is that of its college' using errcode = 'check_violation', constraint = 'applications__fee_is_colleges';
  end if;
  return new;
end $$;
create trigger applications__fee_is_colleges before insert on applications
  for each row execute function applications__fee_is_colleges();
create trigger applications__changed_fee_is_colleges before update on applications
  for each row when ((old.fee_amount, old.college_id) is distinct from (new.fee_amount, new.college_id))
  execute function applications__fee_is_colleges();

-- Application and concession are written one after the other, so that their agreement is asked at the end.
create function refuse_other_total(application uuid) returns void language plpgsql as $$
begin
  if exists (
    select from applications p
     where p.id = application
       and p.total_amount <> p.fee_amount - (select coalesce(sum(c.amount), 0) from concessions c where c.application_id = p.id)
  ) then
    raise exception 'the total of an application is its fee less its concession'
      using errcode = 'check_violation', constraint = 'applications__total_is_fee_less_concession';
  end if;
end $$;
create function applications__total_is_fee_less_concession() returns trigger language plpgsql as $$
begin
  perform refuse_other_total(new.id);
  return null;
end $$;
create function concessions__total_is_fee_less_concession() returns trigger language plpgsql as $$
begin
  perform refuse_other_total(coalesce(new.application_id, old.application_id));
  return null;
end $$;
create constraint trigger applications__total_is_fee_less_concession after insert on applications
  deferrable initially deferred for each row execute function applications__total_is_fee_less_concession();
create constraint trigger applications__changed_total_is_fee_less_concession after update on applications
  deferrable initially deferred for each row when ((old.fee_amount, old.total_amount) is distinct from (new.fee_amount, new.total_amount))
  execute function applications__total_is_fee_less_concession();
create constraint trigger concessions__total_is_fee_less_concession after insert or update or delete on concessions
  deferrable initially deferred for each row execute function concessions__total_is_fee_less_concession();
create trigger concessions__remember_recorder after insert on concessions
  for each row execute function contributors__remember('application_id', 'recorded_by');

-- What was verified stays what it was: number and certificate were given for this amount.
create function concessions__of_open_application() returns trigger language plpgsql as $$
begin
  if exists (select from applications where id = coalesce(new.application_id, old.application_id) and status = 'verified') then
    raise exception 'the concession of a verified application stays' using errcode = 'check_violation', constraint = 'concessions__of_open_application';
  end if;
  return coalesce(new, old);
end $$;
create trigger concessions__of_open_application before insert or update or delete on concessions
  for each row execute function concessions__of_open_application();

-- Fee totals: what was conceded, told apart as the generated fee is.
alter table dashboard_deltas drop constraint dashboard_deltas__measure_known;
alter table dashboard_deltas add constraint dashboard_deltas__measure_known check (measure in (
  'students', 'applications', 'approved', 'generated', 'conceded', 'pending', 'revenue', 'drafts', 'draft_amount', 'draft_allocated',
  'draft_balance'));
do $$
declare
  kind text;
begin
  foreach kind in array array['insert', 'update', 'delete'] loop
    execute format('drop trigger %I on applications', 'applications__note_' || kind);
    execute format('create trigger %I after %s on applications referencing %s for each statement execute function dashboard__note_changes(%L)',
      'applications__note_' || kind, kind,
      case kind when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows' else 'old table as old_rows new table as new_rows' end,
      $of$ cross join lateral (values
         ('applications', changed.academic_year, changed.college_id, changed.received_at, 1),
         ('approved', changed.academic_year, changed.college_id, changed.received_at, (changed.status = 'verified')::int),
         ('generated', changed.academic_year, changed.college_id, changed.received_at, changed.total_amount),
         ('conceded', changed.academic_year, changed.college_id, changed.received_at, changed.fee_amount - changed.total_amount),
         ('pending', changed.academic_year, changed.college_id, changed.received_at, changed.pending_amount))
       as counted (measure, part, college_id, at, amount) $of$);
  end loop;
end $$;
