-- Who signs a sheet and the convocation whose date it has stay in their lists: sheets keep their words, people ask for the entries.

alter table offices add column is_used boolean not null default false;
alter table convocations add column is_used boolean not null default false;
comment on column offices.is_used is 'Once a sheet prints it. Kept by trigger.';
comment on column convocations.is_used is 'Once a sheet has its date. Kept by trigger.';

create function sheet_facts__use_entries() returns trigger language plpgsql as $$
begin
  update offices set is_used = true
   where not is_used and exists (
     select from new_rows, jsonb_array_elements(facts -> 'offices') as printed
      where printed ->> 'office' = office and printed ->> 'holder' = holder
        and (facts ->> 'issuedOn')::date between held_from and coalesce(held_until, 'infinity'));
  update convocations set is_used = true
   where not is_used and exists (
     select from new_rows where (facts ->> 'issuedOn')::date = held_on and facts ->> 'academicYear' = any (string_to_array(academic_years, ', ')));
  return null;
end $$;
create trigger sheet_facts__use_entries after insert on sheet_facts referencing new table as new_rows
  for each statement execute function sheet_facts__use_entries();

create function refuse_loss_of_printed() returns trigger language plpgsql as $$
begin
  if old.is_used and (tg_op = 'DELETE' or not new.is_used) then
    raise exception 'sheets print it' using errcode = 'check_violation', constraint = tg_table_name || '__stay_once_printed';
  end if;
  return coalesce(new, old);
end $$;
create trigger offices__stay_once_printed before update or delete on offices
  for each row execute function refuse_loss_of_printed();
create trigger convocations__stay_once_printed before update or delete on convocations
  for each row execute function refuse_loss_of_printed();

-- Of every sheet until now, silently: nobody has to confirm it.
alter table offices disable trigger user;
alter table convocations disable trigger user;
update offices set is_used = true
 where exists (
   select from sheet_facts, jsonb_array_elements(facts -> 'offices') as printed
    where printed ->> 'office' = office and printed ->> 'holder' = holder
      and (facts ->> 'issuedOn')::date between held_from and coalesce(held_until, 'infinity'));
update convocations set is_used = true
 where exists (
   select from sheet_facts where (facts ->> 'issuedOn')::date = held_on and facts ->> 'academicYear' = any (string_to_array(academic_years, ', ')));
alter table offices enable trigger user;
alter table convocations enable trigger user;
