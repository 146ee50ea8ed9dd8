-- Certificates that were issued before the portal: their sheets have a number and a serial, and no code.

-- `2018-123` and `2018/000123` are one number, `1/11` and `11/1` are two.
create function certificate_number_key(number text) returns text language sql immutable strict parallel safe as $$
  select upper(trim('/' from regexp_replace(
    regexp_replace(number, '[\s!-/:-@\[-`{-~–—]+', '/', 'g'), '(^|[^0-9])0+(?=[0-9])', '\1', 'g')))
$$;

-- As blanks are numbered, where it can be of one: `a 1001` is `A001001`.
create function sheet_serial_key(serial text) returns text language sql immutable strict parallel safe as $$
  select case when bare ~ '^[A-Z]{1,4}[0-9]{1,6}$'
              then substring(bare from '^[A-Z]+') || lpad(substring(bare from '[0-9]+$'), 6, '0')
              else bare end
    from (select upper(regexp_replace(serial, '[\s!-/:-@\[-`{-~–—]+', '', 'g')) as bare) as read
$$;

create table earlier_certificates (
  id          uuid primary key,
  number      text not null,
  name        text not null,
  degree      text not null,
  issued_on   date not null,
  serial      text not null,
  import_id   uuid not null references imports,
  version     integer not null default 1,
  number_key  text not null generated always as (certificate_number_key(number)) stored,
  serial_key  text not null generated always as (sheet_serial_key(serial)) stored,
  constraint earlier_certificates__number_unique unique (number_key),
  -- Asked at the end of a statement: two certificates of a corrected upload may exchange their serials.
  constraint earlier_certificates__serial_unique unique (serial_key) deferrable initially immediate,
  constraint earlier_certificates__number_has_digit check (char_length(number) <= 40 and number ~ '[0-9]'),
  constraint earlier_certificates__serial_has_digit check (char_length(serial) <= 40 and serial ~ '[0-9]'),
  constraint earlier_certificates__name_length check (char_length(btrim(name)) between 1 and 120),
  constraint earlier_certificates__degree_length check (char_length(btrim(degree)) between 1 and 160),
  constraint earlier_certificates__issued_on_past check (issued_on between '1900-01-01' and (now() at time zone 'Asia/Kolkata')::date)
);
comment on table earlier_certificates is 'Issued before the portal, by a Bulk Upload. /verify knows such a sheet by number and serial together.';
comment on column earlier_certificates.import_id is 'The upload that wrote it last.';

create index certificates__number_key on certificates (certificate_number_key(convocation_number));

-- Whether the portal is still to give this number. A year in which it gave none yet begins after the earlier ones.
create function certificate_number_to_come(number text) returns boolean language sql stable strict as $$
  select exists (
    select from regexp_match(certificate_number_key(number), '^(20[0-9]{2})/([0-9]{1,6})$') as part
      join number_counters on series = 'convocation ' || part[1] and last_number < part[2]::integer
  )
$$;

-- The last number of a convocation year that an earlier certificate has; 0 is none.
create function last_earlier_number(convocation_year integer) returns integer language sql volatile as $$
  select coalesce(max(substring(number_key from '/([0-9]+)$')::integer), 0)
    from earlier_certificates
   where number_key like convocation_year || '/%' and number_key ~ '^[0-9]{4}/[0-9]{1,6}$'
$$;

-- Numbers and serials are each of one sheet, whoever writes at the same time.
create function earlier_certificates__lock(alone boolean) returns void language plpgsql as $$
begin
  if alone then
    perform pg_advisory_xact_lock(hashtext('earlier_certificates'));
  else
    perform pg_advisory_xact_lock_shared(hashtext('earlier_certificates'));
  end if;
end $$;

-- The first number of a convocation year follows the earlier ones; every other one follows the counter.
create function begin_convocation_series(convocation_year integer) returns void language plpgsql as $$
begin
  if not exists (select from number_counters where series = 'convocation ' || convocation_year) then
    perform earlier_certificates__lock(false);
    insert into number_counters (series, last_number)
    values ('convocation ' || convocation_year, last_earlier_number(convocation_year))
    on conflict do nothing;
  end if;
end $$;

create function earlier_certificates__check() returns trigger language plpgsql as $$
declare
  fault text;
begin
  perform earlier_certificates__lock(true);
  select 'earlier_certificates__' || case
           when (i.kind, i.state) is distinct from ('earlier_certificates', 'committing') then 'is_uploaded'
           when exists (select from applications)
                and exists (select from import_files f where f.import_id = i.id and f.uploaded_by = i.committed_by) then 'confirmed_by_another'
         end
    into fault
    from (select distinct import_id from new_rows) as written left join imports i on i.id = written.import_id
   order by 1
   limit 1;
  if fault is null and exists (
    select from new_rows n join certificates c on certificate_number_key(c.convocation_number) = n.number_key
  ) then fault := 'earlier_certificates__number_not_given'; end if;
  if fault is null and exists (select from new_rows n where certificate_number_to_come(n.number)) then
    fault := 'earlier_certificates__number_not_to_come';
  end if;
  if fault is null and exists (
    select from new_rows n
      join blank_receipts r on n.serial_key between r.serial_prefix || lpad(r.first_serial::text, 6, '0') and r.serial_prefix || lpad(r.last_serial::text, 6, '0')
                           and char_length(n.serial_key) = char_length(r.serial_prefix) + 6
  ) then fault := 'earlier_certificates__serial_not_in_stock'; end if;
  if fault is not null then
    raise exception 'this is no certificate of before the portal' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
create trigger earlier_certificates__check_new after insert on earlier_certificates referencing new table as new_rows
  for each statement execute function earlier_certificates__check();
create trigger earlier_certificates__check_changed after update on earlier_certificates referencing new table as new_rows
  for each statement execute function earlier_certificates__check();

create function certificates__number_of_none_earlier() returns trigger language plpgsql as $$
begin
  perform earlier_certificates__lock(false);
  if exists (select from earlier_certificates where number_key = certificate_number_key(new.convocation_number)) then
    raise exception 'a certificate of before the portal has this number'
      using errcode = 'check_violation', constraint = 'certificates__number_of_none_earlier';
  end if;
  return null;
end $$;
create trigger certificates__number_of_none_earlier after insert on certificates
  for each row execute function certificates__number_of_none_earlier();

create function blank_receipts__serials_of_none_earlier() returns trigger language plpgsql as $$
begin
  perform earlier_certificates__lock(false);
  if exists (
    select from earlier_certificates
     where serial_key between new.serial_prefix || lpad(new.first_serial::text, 6, '0') and new.serial_prefix || lpad(new.last_serial::text, 6, '0')
       and char_length(serial_key) = char_length(new.serial_prefix) + 6
  ) then
    raise exception 'a certificate of before the portal is on one of these sheets'
      using errcode = 'check_violation', constraint = 'blank_receipts__serials_of_none_earlier';
  end if;
  return null;
end $$;
create trigger blank_receipts__new_serials_of_none_earlier after insert on blank_receipts
  for each row execute function blank_receipts__serials_of_none_earlier();
create trigger blank_receipts__serials_of_none_earlier after update of serial_prefix, first_serial, last_serial on blank_receipts
  for each row when ((old.serial_prefix, old.first_serial, old.last_serial) <> (new.serial_prefix, new.first_serial, new.last_serial))
  execute function blank_receipts__serials_of_none_earlier();

grant select, insert, update on earlier_certificates to dikshant_app;
