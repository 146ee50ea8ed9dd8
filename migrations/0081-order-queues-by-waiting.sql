-- A queue begins with what waits longest.

alter table applications add column waiting_since timestamptz not null generated always as (
  coalesce(case status when 'returned' then returned_at when 'rejected' then rejected_at end, received_at)
) stored;
comment on column applications.waiting_since is
  'Since when it waits for whoever acts on it next. The office counts from receipt, also after a correction: the candidate did not come again.';

-- The column can be sorted by on its own, like the names and numbers.
create index applications__waiting_since on applications (waiting_since, id) include (status, certificate_stage, received_at);

create index applications__undecided on applications (status, waiting_since, id) where status <> 'verified';
create index applications__college_undecided on applications (college_id, status, waiting_since, id) where status <> 'verified';
drop index applications__fee_short, applications__college_fee_short, applications__college_to_verify;

drop index applications__returned_to_receiver;
create index applications__returned_to_receiver on applications (received_by, waiting_since, id) where status = 'returned';

-- What the office holds, not the candidate or a college: the rest of what waits from its result on raises no alarm.
create index applications__held on applications (waiting_since, id) include (result_date)
  where status = 'received' or (status = 'verified' and certificate_stage = 'waiting_for_print');
create index applications__college_held on applications (college_id, waiting_since, id) include (result_date)
  where status = 'received' or (status = 'verified' and certificate_stage = 'waiting_for_print');
drop index applications__awaited_results, applications__college_awaited_results;
