-- Whose fault it is that a sheet is printed again decides what that costs. Of requests of before nobody said it: they were
-- charged by the schedule, but for corrected data.
alter table reprint_requests
  add column cause text,
  add constraint reprint_requests__cause_known check (cause in ('office', 'candidate'));
update reprint_requests set cause = 'office' where kind = 'data_corrected';
alter table reprint_requests
  add constraint reprint_requests__corrected_data_are_free check (kind <> 'data_corrected' or cause is not distinct from 'office');
comment on column reprint_requests.cause is
  'Who is at fault. office: nothing is charged. candidate: the schedule says what is charged, as for requests of before, which have null.';

create function reprint_requests__cause_said() returns trigger language plpgsql as $$
begin
  raise exception 'whoever asks for a reprint says whose fault it is' using errcode = 'check_violation', constraint = tg_name;
end $$;
create trigger reprint_requests__cause_said before insert on reprint_requests for each row
  when (new.cause is null) execute function reprint_requests__cause_said();

-- The dialog had what is the kind of a request now under the name of the cause.
update form_drafts
   set entered = (select json_object_agg(case key when 'cause' then 'kind' else key end, value) from json_each(entered))
 where form_key ~ '^reprint(-|$)' and entered ->> 'cause' in ('wrong_copy', 'lost');

-- As in 0022, by the cause.
create or replace function charges__follow_schedule() returns trigger language plpgsql as $$
begin
  if exists (
    select from charges c
      left join reprint_requests q on q.id = c.reprint_request_id
      left join certificates on certificates.id = q.certificate_id
      left join lateral scheduled_for(c.application_id, c.kind, (q.requested_at at time zone 'Asia/Kolkata')::date) as found on true
     where c.id = new.id
       and ((c.fee_id, c.scheduled_amount) is distinct from (found.fee_id, coalesce(found.amount, 0))
            or q.cause = 'office' or certificates.application_id <> c.application_id)
  ) then
    raise exception 'a charge is another one than the schedule says' using errcode = 'check_violation', constraint = 'charges__follow_schedule';
  end if;
  return null;
end $$;

create or replace function refuse_uncharged_reprint(request uuid) returns void language plpgsql as $$
begin
  if exists (
    select from reprint_requests q
      join certificates on certificates.id = q.certificate_id
      left join charges c on c.reprint_request_id = q.id
      left join lateral scheduled_for(certificates.application_id, 'reprint', (q.requested_at at time zone 'Asia/Kolkata')::date) as found on true
     where q.id = request
       and case when q.status = 'rejected' or q.cause = 'office' then c.id is not null
                else (c.id is null) <> (found.fee_id is null) end
  ) then
    raise exception 'a reprint and its charge disagree' using errcode = 'check_violation', constraint = 'reprint_requests__charged_by_schedule';
  end if;
end $$;

-- The cause is what the approval confirmed: a wrong one is rejected, and the reprint asked for again.
create trigger reprint_requests__cause_stays before update on reprint_requests for each row
  when (old.cause is distinct from new.cause) execute function reprint_requests__refuse_change();

-- A kind of identity document, and nothing that a number could be typed into. Rows of before keep their words.
create function hand_overs__identity_document_known() returns trigger language plpgsql as $$
begin
  if new.identity_seen not in ('aadhaar', 'voter_id', 'driving_licence', 'passport') then
    raise exception 'a person is known by one of four kinds of identity document'
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return new;
end $$;
create trigger hand_overs__identity_document_known before insert or update of identity_seen on hand_overs
  for each row execute function hand_overs__identity_document_known();
