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
create trigger applications__earlier_is_frozen before update on applications for each row
  when (old.earlier_certificate_id is distinct from new.earlier_certificate_id) execute function applications__verified_is_frozen();

-- Whoever asked for its reprint saw what the register says of it.
create function earlier_certificates__stay() returns trigger language plpgsql as $$
begin
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
  alter column convocation_sequence drop not null,
  alter column convocation_number set expression as (
    coalesce(earlier_number, convocation_year::text || '/' || lpad(convocation_sequence::text, 6, '0'))
  ),
  add constraint certificates__numbered_once check (num_nonnulls(earlier_number, convocation_sequence) = 1);
comment on column certificates.earlier_number is 'Of one that was issued before the portal: the number that it had. Its year is that of the convocation all the same.';

create function certificates__take_text_of_earlier() returns trigger language plpgsql as $$
begin
  new.search_text := (select search_text from applications where id = new.application_id) || E'\n' || lower(new.earlier_number);
  return new;
end $$;
create trigger certificates__take_text_of_earlier before insert on certificates
  for each row when (new.earlier_number is not null) execute function certificates__take_text_of_earlier();
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
