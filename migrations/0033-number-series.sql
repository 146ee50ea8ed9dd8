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

-- Every number until now was of one series.
insert into number_series (id, name, pattern, scope, next_number, counted_year)
select '00000000-0000-7000-8000-000000000001', 'Certificates', '{year}/{n:6}', array['year'],
       coalesce((select max(convocation_sequence) + 1 from certificates where convocation_year = newest), 1), newest
  from (select max(convocation_year) as newest from certificates) as given
 where newest is not null or exists (select from certificate_types);
-- Nobody has to confirm what they count by already.
alter table certificate_types disable trigger certificate_types__four_eyes;
update certificate_types set number_series = 'Certificates';
alter table certificate_types enable trigger certificate_types__four_eyes;

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

-- Each counter goes on.
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
     set next_number = newest.last + 1, counted_year = newest.convocation_year,
         -- Whoever saw it before its first number saw another one.
         version = version + (s.counted_year is null)::integer
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

-- How numbers of a pattern are written, in capital letters and whatever separates their parts.
create function number_form(pattern text) returns text language sql immutable strict parallel safe as $$
  select '^' || string_agg(
           case
             when token = '{year}' then '(20[0-9]{2})'
             when token like '{yy%' then '([0-9]{2})'
             when token = '{type}' then '([A-Z]{1,6})'
             when token like '{n%' then '0*([0-9]{1,9})'
             when token ~ '[A-Za-z0-9]' then upper(token)
             else '[^A-Z0-9]*'
           end, '' order by place) || '$'
    from regexp_matches(pattern, '\{[^}]*\}|[A-Za-z0-9]+|[^A-Za-z0-9{]+', 'g') with ordinality as part (tokens, place), unnest(tokens) as token
$$;

-- The parts of a number by name, years as the one in which the academic year ends; nothing where it is not of this pattern.
create function read_number(pattern text, number text) returns table (year integer, letters text, n integer) language sql immutable strict as $$
  with parts as (
    select names[1] as part, found[place] as value
      from regexp_match(upper(number), number_form(pattern)) as found,
           regexp_matches(pattern, '\{(year|yy1|yy2|type|n)', 'g') with ordinality as part (names, place)
     where found is not null
  ), named as (
    select jsonb_object_agg(part, value) as of from parts having count(*) > 0
  )
  select coalesce((of ->> 'year')::integer, 2000 + (of ->> 'yy2')::integer, 2001 + (of ->> 'yy1')::integer), of ->> 'type', (of ->> 'n')::integer
    from named
   where ((of ->> 'yy1')::integer + 1) % 100 = (of ->> 'yy2')::integer is not false
$$;

-- The counter of the count that a number belongs to.
create function number_count(series number_series, year integer, letters text) returns text language sql immutable as $$
  select rtrim('certificates ' || series.id || ' ' || (
    select coalesce(string_agg(case part when 'year' then year::text else letters end, ' ' order by place), '')
      from unnest(series.scope) with ordinality as scope (part, place)
  ))
$$;

-- Whether the portal is still to give this number. A count that gave none yet begins after the earlier ones.
create or replace function certificate_number_to_come(number text) returns boolean language sql stable strict as $$
  select exists (
    select from number_series s, read_number(s.pattern, number) as r
      join number_counters c on true
     where c.series = number_count(s, r.year, r.letters) and c.last_number < r.n
  )
$$;

drop function begin_convocation_series, last_earlier_number;

-- Which number a count begins with: that of its series, or the one after the earlier certificates'.
create function first_number_of(of_series uuid, count text) returns integer language sql volatile as $$
  select greatest(s.first_number, (
           select max(r.n) + 1 from earlier_certificates e, read_number(s.pattern, e.number) as r
            where number_count(s, r.year, r.letters) = count))
    from number_series s where s.id = of_series
$$;

create function begin_number_count(of_series uuid, count text) returns void language plpgsql as $$
begin
  if not exists (select from number_counters where series = count) then
    perform earlier_certificates__lock(false);
    insert into number_counters (series, last_number)
    values (count, first_number_of(of_series, count) - 1)
    on conflict do nothing;
  end if;
end $$;

-- Once it counts, its next number is nobody's to say.
create or replace function refuse_lone_change() returns trigger language plpgsql as $$
declare
  entry jsonb := to_jsonb(new);
begin
  if exists (select from applications) and not exists (
    select from proposals p
      join proposed_changes c on c.proposal_id = p.id
     where p.decision = 'confirmed' and p.decided_in = pg_current_xact_id()
       and c.entity = tg_table_name and c.entry_id = coalesce(new.id, old.id)
       and c.action = case tg_op when 'INSERT' then 'add' when 'UPDATE' then 'edit' else 'delete' end
       and (tg_op = 'DELETE' or entry || (c.after - case when entry ->> 'counted_year' is null then '' else 'next_number' end) = entry)
  ) then
    raise exception 'a second person has to confirm this change'
      using errcode = 'check_violation', constraint = tg_table_name || '__four_eyes';
  end if;
  return null;
end $$;
create constraint trigger number_series__four_eyes after insert or update or delete on number_series
  deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function refuse_lone_change();

grant select, insert, update, delete on number_series to dikshant_app;
