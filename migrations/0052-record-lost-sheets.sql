-- A sheet that was lost in a restore, recorded again from the paper by two persons.

create table lost_sheets (
  id                  uuid primary key,
  convocation_number  text not null,
  candidate_name      text not null,
  serial              text not null,
  verification_code   text not null,
  course_id           uuid not null references courses,
  college_id          uuid not null references colleges,
  certificate_type    text not null references certificate_types,
  academic_year       text not null,
  printed_on          date not null,
  recorded_by         uuid not null references staff,
  recorded_at         timestamptz not null,
  confirmed_by        uuid references staff,
  confirmed_at        timestamptz,
  version             integer not null default 1,
  constraint lost_sheets__serial_once unique (serial),
  constraint lost_sheets__code_once unique (verification_code),
  constraint lost_sheets__name_present check (btrim(candidate_name) <> ''),
  constraint lost_sheets__academic_year_format check (academic_year ~ '^20[0-9]{2}-[0-9]{2}$'),
  constraint lost_sheets__confirmed_is_signed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint lost_sheets__confirmed_by_another check (confirmed_by <> recorded_by),
  constraint lost_sheets__printed_before check (printed_on <= (recorded_at at time zone 'Asia/Kolkata')::date)
);
create unique index lost_sheets__number_once on lost_sheets (number_key(convocation_number));
create index lost_sheets__newest on lost_sheets (recorded_at desc, id desc);

create function lost_sheets__check() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.confirmed_at is not null
     or (to_jsonb(old) - '{confirmed_by,confirmed_at,version}'::text[]) is distinct from (to_jsonb(new) - '{confirmed_by,confirmed_at,version}'::text[])) then
    raise exception 'a sheet that was recorded again stays as it was' using errcode = 'check_violation', constraint = 'lost_sheets__stay';
  end if;
  -- A reprint has a number that was kept; it is known by its paper.
  if is_in_recovery() or not (may_be_lost(new.convocation_number) or serial_lost_before(new.serial) is not null and exists (
    select from certificates where certificate_number_key(convocation_number) = certificate_number_key(new.convocation_number)))
  then
    raise exception 'only sheets that were lost in a restore are recorded again'
      using errcode = 'check_violation', constraint = 'lost_sheets__in_gap';
  end if;
  if tg_op = 'INSERT' then
    -- Locked: nobody finds it blank at the same time.
    perform from blanks where serial = new.serial and state = 'missing' for share;
    if not found or exists (select from sheets s join blanks b on b.id = s.blank_id where b.serial = new.serial) then
      raise exception 'the sheet is missing from the stock, and nothing else was printed on it'
        using errcode = 'check_violation', constraint = 'lost_sheets__serial_missing';
    end if;
  end if;
  return new;
end $$;
create trigger lost_sheets__check before insert or update on lost_sheets for each row execute function lost_sheets__check();
create function lost_sheets__refuse_removal() returns trigger language plpgsql as $$
begin
  if old.confirmed_at is not null then
    raise exception 'a sheet that was recorded again stays as it was' using errcode = 'check_violation', constraint = 'lost_sheets__stay';
  end if;
  return old;
end $$;
create trigger lost_sheets__refuse_removal before delete on lost_sheets for each row execute function lost_sheets__refuse_removal();

-- It is not blank, so nothing else is printed on it.
create function blanks__not_on_lost() returns trigger language plpgsql as $$
begin
  if exists (select from lost_sheets where serial = new.serial) then
    raise exception 'a sheet that was lost in a restore has this serial' using errcode = 'check_violation', constraint = 'blanks__not_on_lost';
  end if;
  return new;
end $$;
create trigger blanks__not_on_lost before update on blanks for each row
  when (old.state = 'missing' and new.state <> 'missing') execute function blanks__not_on_lost();

grant select, insert, delete on lost_sheets to dikshant_app;
grant update (confirmed_by, confirmed_at, version) on lost_sheets to dikshant_app;
