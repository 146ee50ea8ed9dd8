-- Numbers of certificates follow patterns of the university's own.

create table number_series (
  id            uuid primary key,
  name          text not null,
  pattern       text not null,
  scope         text[],
  next_number   integer not null,
  first_number  integer not null default 1,
  counted_year  integer,
  version       integer not null default 1,
  constraint number_series__name_not_blank check (name ~ '\S'),
  constraint number_series__pattern_has_counter check (pattern ~ '^[^{}]*(\{(year|yy1|yy2|type)\}[^{}]*)*\{n(:[1-9])?\}[^{}]*(\{(year|yy1|yy2|type)\}[^{}]*)*$'),
  constraint number_series__scope_known check (scope <@ array['year', 'type']),
  constraint number_series__scope_in_pattern check (
    (pattern ~ '\{(year|yy1|yy2)\}' or not coalesce(scope @> array['year'], false))
    and (pattern ~ '\{type\}' or not coalesce(scope @> array['type'], false))
  ),
  constraint number_series__next_number_positive check (next_number > 0)
);
create unique index number_series__name_unique on number_series (lower(name));
create unique index number_series__name_referred on number_series (name);
create unique index number_series__pattern_unique on number_series (lower(pattern));
comment on column number_series.scope is 'Each academic year, each certificate type has numbers of its own; null counts on for good.';
comment on column number_series.next_number is 'Until the first number is given, the one with which each count begins; then the next one of the count that gave one last, of the newest year.';
comment on column number_series.first_number is 'With which each count begins; kept by trigger.';
comment on column number_series.counted_year is 'The newest year in which a number was given; null while none was. Kept by trigger.';

alter table certificate_types
  add column number_series   text references number_series (name) on update cascade,
  add column number_letters  text,
  add constraint certificate_types__number_letters_format check (number_letters ~ '^[A-Z]{1,6}$');

-- Types and series are written one after the other, so that their agreement is asked at the end.
create function certificate_types__check_letters() returns trigger language plpgsql as $$
begin
  if exists (
    select from certificate_types t join number_series s on s.name = t.number_series
     where s.pattern like '%{type}%' and t.number_letters is null
  ) then
    raise exception 'the numbers of a certificate type have its letters' using errcode = 'check_violation', constraint = 'certificate_types__letters_given';
  end if;
  return null;
end $$;
create constraint trigger certificate_types__check_letters after insert or update of number_series, number_letters on certificate_types
  deferrable initially deferred for each row execute function certificate_types__check_letters();
create constraint trigger number_series__check_letters after insert or update of pattern on number_series
  deferrable initially deferred for each row execute function certificate_types__check_letters();

-- What a number is known by, however somebody writes it.
create function number_key(number text) returns text language sql immutable strict parallel safe
  return upper(regexp_replace(number, '[^A-Za-z0-9]+', '', 'g'));

-- Every number until now was of one series.
insert into number_series (id, name, pattern, scope, next_number, counted_year)
select '00000000-0000-7000-8000-000000000001', 'Certificates', '{year}/{n:6}', array['year'],
       coalesce((select max(convocation_sequence) + 1 from certificates where convocation_year = newest), 1), newest
  from (select max(convocation_year) as newest from certificates) as given
 where newest is not null or exists (select from certificate_types);
update certificate_types set number_series = 'Certificates';
update number_counters
   set series = 'certificates 00000000-0000-7000-8000-000000000001 ' || split_part(series, ' ', 2)
 where series like 'convocation %';

alter table certificates
  add column number_series_id uuid not null default '00000000-0000-7000-8000-000000000001' references number_series,
  add column number_scope text,
  alter column convocation_number drop expression,
  drop constraint certificates__convocation_number_unique;
alter table certificates disable trigger user;
update certificates set number_scope = convocation_year;
alter table certificates enable trigger user;
alter table certificates
  alter column number_series_id drop default,
  alter column number_scope set not null,
  add constraint certificates__once_in_series unique (number_series_id, number_scope, convocation_sequence);
create unique index certificates__number_unique on certificates (number_key(convocation_number));
comment on column certificates.convocation_number is 'As its series wrote it when the application was verified; no other certificate has it, compared without separators.';
comment on column certificates.number_scope is 'The count of the series that gave the number: its year, its letters, both or neither.';

drop trigger certificates__number_for_life on certificates;
create trigger certificates__number_for_life before update on certificates for each row
  when ((old.id, old.application_id, old.convocation_year, old.convocation_sequence, old.convocation_number, old.number_series_id, old.number_scope)
        is distinct from
        (new.id, new.application_id, new.convocation_year, new.convocation_sequence, new.convocation_number, new.number_series_id, new.number_scope))
  execute function certificates__refuse_other_number();

-- Each count goes on where it was, and its series says so.
create function certificates__count_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (
      select number_series_id, number_scope, min(convocation_sequence) as first, max(convocation_sequence) as last, count(*) as given
        from new_rows group by 1, 2
    ) as counted
     where last - first + 1 <> given
        or first - 1 <> (
          select max(convocation_sequence) from certificates c
           where c.number_series_id = counted.number_series_id and c.number_scope = counted.number_scope and c.convocation_sequence < first)
        or exists (
          select from certificates c
           where c.number_series_id = counted.number_series_id and c.number_scope = counted.number_scope and c.convocation_sequence > last)
  ) then
    raise exception 'the numbers of a series follow each other' using errcode = 'check_violation', constraint = 'certificates__numbers_consecutive';
  end if;
  update number_series s
     set next_number = newest.last + 1, counted_year = newest.convocation_year, version = version + 1
    from (
      select distinct on (number_series_id) number_series_id, convocation_year, max(convocation_sequence) as last
        from new_rows group by number_series_id, convocation_year, number_scope
       order by number_series_id, convocation_year desc
    ) as newest
   where s.id = newest.number_series_id and newest.convocation_year >= coalesce(s.counted_year, 0);
  return null;
end $$;
revoke execute on function certificates__count_on() from public;
create trigger certificates__count_on after insert on certificates referencing new table as new_rows
  for each statement execute function certificates__count_on();

create function number_series__stay() returns trigger language plpgsql as $$
begin
  -- That of the certificates counts on.
  if pg_trigger_depth() > 1 then
    return new;
  end if;
  if new.counted_year is distinct from (case tg_op when 'UPDATE' then old.counted_year end)
     or (new.counted_year is not null
         and (old.pattern, old.scope, old.next_number, old.first_number) is distinct from (new.pattern, new.scope, new.next_number, new.first_number))
  then
    raise exception 'a series that gave numbers stays as it is' using errcode = 'check_violation', constraint = 'number_series__stays_once_counted';
  end if;
  if new.counted_year is null then
    new.first_number := new.next_number;
  end if;
  return new;
end $$;
create trigger number_series__stay before insert or update on number_series
  for each row execute function number_series__stay();

-- Lists search in small letters.
create or replace function certificates__take_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := (select search_text from applications where id = new.application_id) || E'\n' || lower(new.convocation_number);
  return new;
end $$;
create or replace function applications__carry_search_text() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update certificates set search_text = new.search_text || E'\n' || lower(convocation_number) where application_id = new.id;
  return null;
end $$;

grant select, insert, update, delete on number_series to dikshant_app;
