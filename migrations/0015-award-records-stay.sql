-- What was verified stays what it was: number, sheet and register are given for it. Asked with a lock on the application, so
-- that nobody verifies meanwhile. An application that falls back or is returned is open again, and so is its record.
create function award_records__frozen_at_verification() returns trigger language plpgsql as $$
declare
  application_status text;
begin
  select status into application_status from applications where id = coalesce(new.application_id, old.application_id) for share;
  if application_status = 'verified' then
    raise exception 'the award record of a verified application stays'
      using errcode = 'check_violation', constraint = 'award_records__frozen_at_verification';
  end if;
  return coalesce(new, old);
end $$;
create trigger award_records__frozen_at_verification before insert or update or delete on award_records
  for each row execute function award_records__frozen_at_verification();
