-- A hand-over is taken back within ten minutes by who recorded it; the events keep it. It takes the surrender of the earlier copy with it.

create function hand_overs__check_removal() returns trigger language plpgsql as $$
declare
  fault text;
begin
  fault := case
    when old.way = 'bundle' then 'hand_overs__bundle_stays'
    when old.handed_over_at < now() - interval '10 minutes' then 'hand_overs__taken_back_in_time'
    when old.surrender is not null
      or exists (select from reprint_requests where sheet_id = old.sheet_id and requested_at >= old.handed_over_at)
      or not exists (
        select from sheets join certificates on certificates.id = certificate_id
         where sheets.id = old.sheet_id and is_valid and state = 'handed_over')
      then 'hand_overs__none_built_on'
  end;
  if fault is not null then
    raise exception 'this hand-over cannot be taken back' using errcode = 'check_violation', constraint = fault;
  end if;
  return old;
end $$;
create trigger hand_overs__check_removal before delete on hand_overs
  for each row execute function hand_overs__check_removal();

-- Hand-over and certificate are written in statements of their own, so that their agreement is asked at the end.
create function hand_overs__certificate_is_back() returns trigger language plpgsql as $$
begin
  if exists (
    select from sheets join certificates on certificates.id = certificate_id
     where sheets.id = old.sheet_id and is_valid and state = 'handed_over' and not exists (
       select from hand_overs where sheet_id = sheets.id)
  ) then
    raise exception 'nothing says how the certificate was handed over'
      using errcode = 'check_violation', constraint = 'certificates__hand_over_recorded';
  end if;
  return null;
end $$;
create constraint trigger hand_overs__certificate_is_back after delete on hand_overs
  deferrable initially deferred for each row execute function hand_overs__certificate_is_back();

create or replace function hand_overs__check_change() returns trigger language plpgsql as $$
begin
  if old.signed_on is not null and old.signed_on is distinct from new.signed_on then
    raise exception 'the student signed already' using errcode = 'check_violation', constraint = 'hand_overs__signed_once';
  end if;
  if old.surrender is not null and (old.surrender, old.surrender_remark) is distinct from (new.surrender, new.surrender_remark)
     and (new.surrender is not null or old.surrender_recorded_at < now() - interval '10 minutes') then
    raise exception 'what became of the copy is recorded already'
      using errcode = 'check_violation', constraint = 'hand_overs__surrendered_once';
  end if;
  return new;
end $$;

grant delete on hand_overs to dikshant_app;
