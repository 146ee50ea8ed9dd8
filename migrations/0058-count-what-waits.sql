-- What waits is counted whenever a desk opens, the oldest first.

alter table applications add column result_date date;
comment on column applications.result_date is 'That of its award record, kept by trigger: an application waits from then on (UGC: 180 days).';
alter table applications disable trigger user;
update applications set result_date = award_records.result_date
  from award_records where award_records.application_id = applications.id and award_records.result_date is not null;
alter table applications enable trigger user;

create function award_records__carry_result() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update applications set result_date = new.result_date
   where id = new.application_id and result_date is distinct from new.result_date;
  return null;
end $$;
create trigger award_records__carry_result after insert or update of result_date on award_records
  for each row execute function award_records__carry_result();

create index applications__returned_to_receiver on applications (received_by, returned_at) where status = 'returned';
create index applications__college_to_verify on applications (college_id, received_at) where status = 'received';
create index applications__fee_short on applications (rejected_at) where status = 'rejected';
create index applications__college_fee_short on applications (college_id, rejected_at) where status = 'rejected';
create index applications__awaited_results on applications (result_date)
  where certificate_stage is distinct from 'completed' and result_date is not null;
create index applications__college_awaited_results on applications (college_id, result_date)
  where certificate_stage is distinct from 'completed' and result_date is not null;
create index applications__fee_pending on applications (received_at desc, id desc) where pending_amount > 0;
create index certificates__college_in_office on certificates (college_id, printed_at) where state = 'printed';
create index signing_batch_sheets__out on signing_batch_sheets (signing_batch_id) where outcome is null;

-- Revenue is dated by them, and a list of them leads from a month to its rupees.
alter table allocations add column id uuid not null default gen_random_uuid();
create unique index allocations__newest on allocations (allocated_at desc, id desc);
