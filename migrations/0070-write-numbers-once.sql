-- The text of a number is written by one function, which TypeScript reads; its own numberText is tested to be the same.

create function number_text(prefix text, number integer) returns text language sql immutable parallel safe
  return prefix || lpad(number::text, greatest(6, char_length(number::text)), '0');

create or replace function sheet_serial_key(serial text) returns text language sql immutable strict parallel safe
begin atomic
  select case when bare ~ '^[A-Z]{1,4}[0-9]{1,6}$'
              then number_text(substring(bare from '^[A-Z]+'), substring(bare from '[0-9]+$')::integer)
              else bare end
    from (select upper(regexp_replace(serial, '[\s!-/:-@\[-`{-~–—]+', '', 'g')) as bare) as read;
end;

-- Whether a serial, as `sheet_serial_key` has it, is one of a delivery.
create function is_serial_of(serial_key text, prefix text, first integer, last integer) returns boolean
  language sql immutable parallel safe
  return serial_key between number_text(prefix, first) and number_text(prefix, last)
     and char_length(serial_key) = char_length(prefix) + 6;

create or replace function earlier_certificates__check() returns trigger language plpgsql as $$
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
    select from new_rows n join blank_receipts r on is_serial_of(n.serial_key, r.serial_prefix, r.first_serial, r.last_serial)
  ) then fault := 'earlier_certificates__serial_not_in_stock'; end if;
  if fault is not null then
    raise exception 'this is no certificate of before the portal' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;

create or replace function blank_receipts__serials_of_none_earlier() returns trigger language plpgsql as $$
begin
  perform earlier_certificates__lock(false);
  if exists (
    select from earlier_certificates
     where is_serial_of(serial_key, new.serial_prefix, new.first_serial, new.last_serial)
  ) then
    raise exception 'a certificate of before the portal is on one of these sheets'
      using errcode = 'check_violation', constraint = 'blank_receipts__serials_of_none_earlier';
  end if;
  return null;
end $$;

alter table deposit_slips drop column search_text;
alter table deposit_slips add column search_text text not null
  generated always as (lower(number_text('DS-', slip_number) || E'\n' || account || E'\n' || bank_branch)) stored;
create index deposit_slips__search on deposit_slips using gin (search_text gin_trgm_ops);
create index deposit_slips__search_bigrams on deposit_slips using gin (search_bigrams(search_text) gin_trgm_ops);
