-- What candidates pay, by seven facts of an application and by its day.

alter table courses add constraint courses__name_referred unique (name);

create table fee_schedule (
  id                uuid primary key,
  charge            text not null,
  college           text references colleges (code) on update cascade,
  course            text references courses (name) on update cascade,
  level             text,
  certificate_type  text references certificate_types (name) on update cascade,
  category          text,
  attendance        text,
  academic_year     text,
  amount            integer not null,
  active_from       date,
  active_until      date,
  version           integer not null default 1,
  constraint fee_schedule__charge_known check (charge in ('application', 'late', 'reprint')),
  constraint fee_schedule__level_known check (level in ('diploma', 'undergraduate', 'postgraduate', 'doctorate')),
  constraint fee_schedule__attendance_known check (attendance in ('in_person', 'in_absentia')),
  constraint fee_schedule__academic_year_format check (academic_year ~ '^20\d{2}-\d{2}$'),
  constraint fee_schedule__amount_not_negative check (amount >= 0),
  constraint fee_schedule__active_in_order check (active_from <= active_until),
  -- Which of two rows holds would otherwise be chance.
  constraint fee_schedule__charge_unique exclude using gist (
    charge with =, coalesce(college, '') with =, coalesce(course, '') with =, coalesce(level, '') with =,
    coalesce(certificate_type, '') with =, lower(coalesce(category, '')) with =, coalesce(attendance, '') with =,
    coalesce(academic_year, '') with =, daterange(active_from, active_until, '[]') with &&
  ),
  -- That row is the college's convocation fee.
  constraint fee_schedule__colleges_own check (
    charge <> 'application' or college is null
    or num_nonnulls(course, level, certificate_type, category, attendance, academic_year) > 0
  )
);
comment on table fee_schedule is 'Empty is any. A college''s convocation fee is the row that names the college alone; it stands in colleges.';
grant select, insert, update, delete on fee_schedule to dikshant_app;

-- The row that holds for an application on a day: the first difference decides, a given value before any. Its id is null
-- where it is the convocation fee of the college; no row is no charge.
create function charge_by_schedule(
  of_charge text, of_college uuid, of_course uuid, of_type text, of_category text, of_attendance text, of_year text, on_day date
) returns table (fee_id uuid, amount integer) language sql stable set search_path = public, pg_temp as $$
  with facts as (
    select (select code from colleges where id = of_college) as college,
           (select name from courses where id = of_course) as course,
           (select level from courses where id = of_course) as level
  ), fitting as (
    select s.id, s.amount, s.college, s.course, s.level, s.certificate_type, s.category, s.attendance, s.academic_year
      from fee_schedule s, facts f
     where s.charge = of_charge
       and (s.college is null or s.college = f.college)
       and (s.course is null or s.course = f.course)
       and (s.level is null or s.level = f.level)
       and (s.certificate_type is null or s.certificate_type = of_type)
       and (s.category is null or lower(s.category) = lower(of_category))
       and (s.attendance is null or s.attendance = of_attendance)
       and (s.academic_year is null or s.academic_year = of_year)
       and daterange(s.active_from, s.active_until, '[]') @> on_day
    union all
    select null, c.convocation_fee, c.code, null, null, null, null, null, null
      from colleges c
     where of_charge = 'application' and c.id = of_college
  )
  select id, amount from fitting
   order by college is null, course is null, level is null, certificate_type is null, category is null, attendance is null,
            academic_year is null
   limit 1
$$;
