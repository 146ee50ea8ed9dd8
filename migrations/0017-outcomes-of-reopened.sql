-- An outcome is not taken back once the application was reopened: the sheet would be bound again with what was wrong.
create or replace function sheets__check_change() returns trigger language plpgsql as $$
declare
  fault text;
begin
  select case
           when a.outcome is not null and b.outcome is not null and a.outcome <> b.outcome then 'sheets__outcome_stays'
           when a.outcome is not null and b.outcome is null and r.state <> 'printing' then 'sheets__recorded_while_printing'
           when a.outcome is not null and b.outcome is null and not coalesce((
             select f.opened_at is not null from print_files f
              where f.print_run_id = a.print_run_id and f.from_position <= a.position
              order by f.file_number desc limit 1), false) then 'sheets__recorded_after_opening'
           when a.outcome is null and b.outcome is not null and r.state <> 'printing' then 'sheets__taken_back_while_printing'
           when a.outcome is null and b.outcome is not null and exists (
             select from certificates c join reopenings o on o.application_id = c.application_id
              where c.id = a.certificate_id and o.reopened_at >= b.outcome_at) then 'sheets__not_reopened_since'
           when a.cancelled_at is distinct from b.cancelled_at and (b.cancelled_at is not null or r.state <> 'closed')
             then 'sheets__cancelled_after_closing'
           when a.cancelled_at is distinct from b.cancelled_at and a.cancelled_by = r.operator_id then 'sheets__cancelled_by_another'
           when b.is_valid and not a.is_valid and a.superseded_at is null and exists (select from hand_overs h where h.sheet_id = a.id)
             then 'sheets__not_handed_over'
           when b.is_valid and not a.is_valid and a.superseded_at is null and exists (
             select from reprint_requests q where q.sheet_id = a.id and q.reprinted_at is null and q.status is distinct from 'rejected')
             then 'sheets__no_reprint_asked'
         end
    into fault
    from before b join sheets a on a.id = b.id join print_runs r on r.id = a.print_run_id
   order by 1
   limit 1;
  if fault is not null then
    raise exception 'this sheet cannot change so' using errcode = 'check_violation', constraint = fault;
  end if;
  return null;
end $$;
