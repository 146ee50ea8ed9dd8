-- The roll of a convocation: who is to receive a degree, closed for the meeting that approves it, and the resolution by which it
-- did. Where a certificate type asks for it, nothing is printed before.

alter table certificate_types
  add column needs_roll text,
  add constraint certificate_types__needs_roll_known check (needs_roll in ('yes', 'no'));

create table rolls (
  id                 uuid primary key,
  convocation_id     uuid not null references convocations,
  number             integer not null,
  state              text not null default 'open',
  opened_by          uuid not null references staff,
  opened_at          timestamptz not null,
  closed_by          uuid references staff,
  closed_at          timestamptz,
  resolution_body    text,
  resolution_number  text,
  resolution_date    date,
  resolved_by        uuid references staff,
  resolved_at        timestamptz,
  version            integer not null default 1,
  constraint rolls__number_once unique (convocation_id, number),
  constraint rolls__number_positive check (number >= 0),
  constraint rolls__state_known check (state in ('open', 'closed', 'resolved')),
  constraint rolls__closed_is_signed check ((state = 'open') = (closed_by is null) and (closed_by is null) = (closed_at is null)),
  constraint rolls__resolution_whole check (
    num_nonnulls(resolution_body, resolution_number, resolution_date, resolved_by, resolved_at)
      = case state when 'resolved' then 5 else 0 end
  ),
  constraint rolls__resolution_not_blank check (btrim(resolution_body) <> '' and btrim(resolution_number) <> ''),
  constraint rolls__resolution_not_later check (resolution_date <= (resolved_at at time zone 'Asia/Kolkata')::date),
  constraint rolls__resolved_by_another check (resolved_by <> closed_by)
);
comment on column rolls.number is '0 is the main roll of its convocation; 1, 2, … are supplements, each begun once the one before is closed.';
comment on column rolls.state is 'While it is open, roll_members says who is on it; from then on roll_entries.';
create unique index rolls__one_open on rolls (convocation_id) where state = 'open';
create index rolls__newest on rolls (opened_at desc, id desc);

create table roll_entries (
  roll_id         uuid not null references rolls,
  position        integer not null,
  certificate_id  uuid not null references certificates,
  facts           jsonb not null,
  struck_at       timestamptz,
  struck_reason   text,
  struck_remark   text,
  struck_by       uuid references staff,
  constraint roll_entries__position_once primary key (roll_id, position),
  constraint roll_entries__certificate_once unique (roll_id, certificate_id),
  constraint roll_entries__struck_reason_known check (struck_reason in ('revoked', 'reopened', 'draft_returned', 'draft_replaced')),
  constraint roll_entries__struck_has_reason check (
    (struck_at is null) = (struck_reason is null) and (struck_at is not null or num_nonnulls(struck_remark, struck_by) = 0)
  )
);
comment on table roll_entries is 'Who stood on a roll when it was closed, in its order. Written by closing alone; whoever leaves stays, struck.';
comment on column roll_entries.facts is 'What was approved; src/features/rolls/contract.ts says what every key means.';
comment on column roll_entries.struck_by is 'Who revoked, reopened or took the draft back; null where the portal did.';
create unique index roll_entries__stands_once on roll_entries (certificate_id) where struck_at is null;
create index roll_entries__certificate on roll_entries (certificate_id);

-- Who joins the open roll of each convocation, in the order of the roll: college, course, merit. What was issued before the portal had
-- its authority then.
create view roll_members as
select v.id as convocation_id, c.id as certificate_id, c.college_id,
       row_number() over (
         partition by v.id
         order by g.code, k.name, a.rank is null, substring(a.rank from '[0-9]+')::numeric nulls last,
                  coalesce(a.cgpa / a.cgpa_scale * 100, a.percentage) desc nulls last, p.candidate_name, c.convocation_number, c.id
       )::integer as position,
       jsonb_build_object(
         'convocationNumber', c.convocation_number, 'candidateName', p.candidate_name, 'candidateNameNative', p.candidate_name_native,
         'registrationNumber', p.registration_number, 'examRollNumber', p.exam_roll_number,
         'fatherName', a.father_name, 'motherName', a.mother_name, 'guardianName', a.guardian_name,
         'collegeCode', g.code, 'college', g.name, 'course', k.name,
         'degree', case when k.degree_title is null then k.name else k.degree_title || coalesce(' in ' || k.subject, '') end,
         'certificateType', p.certificate_type, 'academicYear', p.academic_year, 'division', a.division, 'rank', a.rank,
         'cgpa', a.cgpa, 'cgpaScale', a.cgpa_scale, 'percentage', a.percentage
       ) as facts
  from convocations v
  join applications p on p.academic_year = any (string_to_array(v.academic_years, ', '))
  join certificates c on c.application_id = p.id
  join colleges g on g.id = c.college_id
  join courses k on k.id = p.course_id
  left join award_records a on a.application_id = p.id
 where p.status = 'verified' and c.withheld_at is null and c.state <> 'revoked' and c.earlier_number is null
   and not exists (select from roll_entries e where e.certificate_id = c.id and e.struck_at is null);

-- What is not printed yet, because its type asks for a resolved roll that it does not stand on.
create view certificates_off_roll as
select c.id
  from certificates c
  join applications p on p.id = c.application_id
  join certificate_types t on t.name = p.certificate_type
 where t.needs_roll = 'yes' and c.earlier_number is null
   and not exists (
     select from roll_entries e join rolls r on r.id = e.roll_id
      where e.certificate_id = c.id and e.struck_at is null and r.state = 'resolved');

create function rolls__refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a roll is opened, closed and resolved, and stays as it was' using errcode = 'check_violation', constraint = tg_table_name || '__stay';
end $$;
create trigger rolls__refuse_change before update on rolls for each row
  when (
    (old.state, new.state) not in (('open', 'closed'), ('closed', 'resolved'))
    or (old.id, old.convocation_id, old.number, old.opened_by, old.opened_at)
       is distinct from (new.id, new.convocation_id, new.number, new.opened_by, new.opened_at)
    or (old.state = 'closed' and (old.closed_by, old.closed_at) is distinct from (new.closed_by, new.closed_at))
  ) execute function rolls__refuse_change();
create trigger rolls__refuse_removal before delete on rolls for each row execute function rolls__refuse_change();
create trigger roll_entries__refuse_change before update on roll_entries for each row
  when (old.struck_at is not null
        or (old.roll_id, old.position, old.certificate_id, old.facts) is distinct from (new.roll_id, new.position, new.certificate_id, new.facts))
  execute function rolls__refuse_change();
create trigger roll_entries__refuse_removal before delete on roll_entries for each row execute function rolls__refuse_change();

create function rolls__check_new() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' or new.number <> (select coalesce(max(number) + 1, 0) from rolls where convocation_id = new.convocation_id) then
    raise exception 'rolls are opened one after the other' using errcode = 'check_violation', constraint = 'rolls__in_order';
  end if;
  update convocations set is_used = true where id = new.convocation_id and not is_used;
  return new;
end $$;
create trigger rolls__check_new before insert on rolls for each row execute function rolls__check_new();

-- Closing writes who stands on it. The certificates are locked, so that nobody leaves meanwhile; who joins is on the next roll.
create function rolls__write_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  members uuid[];
begin
  select array_agg(id) into members
    from (select c.id
            from certificates c
           where c.id in (select certificate_id from roll_members where convocation_id = new.convocation_id)
             and c.withheld_at is null and c.state <> 'revoked'
           order by c.convocation_year, c.number_series_id, c.number_scope, c.convocation_sequence, c.convocation_number
             for share) as locked;
  insert into roll_entries (roll_id, position, certificate_id, facts)
  select new.id, row_number() over (order by position), certificate_id, facts
    from roll_members
   where convocation_id = new.convocation_id and certificate_id = any (members);
  if not found then
    raise exception 'nobody is on this roll' using errcode = 'check_violation', constraint = 'rolls__closed_with_entries';
  end if;
  return null;
end $$;
revoke execute on function rolls__write_entries() from public;
create trigger rolls__write_entries after update of state on rolls for each row
  when (old.state = 'open' and new.state = 'closed') execute function rolls__write_entries();

-- Whose verification falls and who is revoked leaves the roll, by the record that says why.
create function roll_entries__strike() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update roll_entries e
     set struck_at = why.at, struck_reason = why.reason, struck_remark = why.remark, struck_by = why.person
    from (
      select 'revoked' as reason, r.reason as remark, r.decided_by as person, r.decided_at as at
        from revocations r where new.state = 'revoked' and r.certificate_id = new.id and r.outcome = 'confirmed'
      union all
      select 'reopened', coalesce(o.remark, o.reason), o.reopened_by, o.reopened_at
        from reopenings o where new.state <> 'revoked' and o.application_id = new.application_id and o.verified_again_at is null
      union all
      select p.rejection_cause, p.rejection_remark, p.rejected_by, p.rejected_at
        from applications p
       where new.state <> 'revoked' and p.id = new.application_id and p.status = 'rejected'
    ) as why
   where e.certificate_id = new.id and e.struck_at is null;
  return null;
end $$;
revoke execute on function roll_entries__strike() from public;
create trigger roll_entries__strike after update on certificates for each row
  when ((old.withheld_at is null and new.withheld_at is not null) or (old.state <> 'revoked' and new.state = 'revoked'))
  execute function roll_entries__strike();

-- Application, revocation and certificate are written one after the other, so that it is asked at the end: who stands on a roll is verified.
create function roll_entries__check_standing() returns trigger language plpgsql as $$
begin
  if exists (
    select from roll_entries e join certificates c on c.id = e.certificate_id
     where c.id = new.id and e.struck_at is null and (c.withheld_at is not null or c.state = 'revoked')
  ) then
    raise exception 'who is not verified does not stand on a roll' using errcode = 'check_violation', constraint = 'roll_entries__standing_is_verified';
  end if;
  return null;
end $$;
create constraint trigger roll_entries__check_standing after update on certificates
  deferrable initially deferred for each row when (new.withheld_at is not null or new.state = 'revoked')
  execute function roll_entries__check_standing();

create function sheets__on_resolved_roll() returns trigger language plpgsql as $$
begin
  if exists (select from bound join certificates_off_roll on certificates_off_roll.id = bound.certificate_id) then
    raise exception 'a certificate of this type is printed once a resolved roll has it'
      using errcode = 'check_violation', constraint = 'sheets__on_resolved_roll';
  end if;
  return null;
end $$;
create trigger sheets__on_resolved_roll after insert on sheets referencing new table as bound
  for each statement execute function sheets__on_resolved_roll();

-- The register finds what was issued at a convocation by the year that a sheet keeps.
create index sheet_facts__academic_year on sheet_facts ((facts ->> 'academicYear'));

grant select, insert on rolls to dikshant_app;
grant update (state, closed_by, closed_at, resolution_body, resolution_number, resolution_date, resolved_by, resolved_at, version)
  on rolls to dikshant_app;
grant select on roll_entries, roll_members, certificates_off_roll to dikshant_app;
