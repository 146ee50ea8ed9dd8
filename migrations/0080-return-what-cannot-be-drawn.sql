-- A certificate that cannot be drawn leaves its print run, and its application is returned. The portal finds that out, whoever
-- prepared the run: it may be who received or verified the application.

alter table reopenings alter column reopened_by drop not null;
comment on column reopenings.reopened_by is 'Null where the portal found that the certificate cannot be drawn.';

alter table applications
  drop constraint applications__returned_has_reason,
  add constraint applications__returned_has_reason check (status <> 'returned' or (returned_at is not null and cardinality(return_reasons) > 0));

create function applications__returned_is_signed() returns trigger language plpgsql as $$
begin
  if not exists (
    select from reopenings where application_id = new.id and reopened_by is null and verified_again_at is null
  ) then
    raise exception 'somebody returns an application, unless its certificate cannot be drawn'
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return new;
end $$;
create trigger applications__returned_is_signed before insert or update of status, returned_by on applications for each row
  when (new.status = 'returned' and new.returned_by is null) execute function applications__returned_is_signed();

-- The file of a prepared run is not served, so nothing of it is printed.
create or replace function sheets__only_withdrawn_leave() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or not exists (
    select from print_runs where id = old.print_run_id and (state = 'withdrawn' or (state = 'prepared' and document_key is null))
  ) then
    raise exception 'only the sheets of a run that is withdrawn or not composed are taken away'
      using errcode = 'check_violation', constraint = 'sheets__only_withdrawn_leave';
  end if;
  return old;
end $$;
