-- Figures of the dashboard and fee totals are counted from the records, each time they are read: no totals are kept beside them.

do $$
declare
  old record;
begin
  for old in
    select tgname as name, tgrelid::regclass as "table" from pg_trigger where tgfoid = 'dashboard__note_changes()'::regprocedure
  loop
    execute format('drop trigger %I on %s', old.name, old."table");
  end loop;
end $$;
drop function dashboard__note_changes();
drop function fold_dashboard_deltas(date);
drop table dashboard_deltas, dashboard_totals, fee_totals;

-- The draft's college has the revenue of its allocations. It never changes, so it can be copied to be in one index with the day.
alter table allocations add column college_id uuid references colleges;
alter table allocations disable trigger user;
update allocations set college_id = demand_drafts.college_id from demand_drafts where demand_drafts.id = demand_draft_id;
alter table allocations enable trigger user;
-- Not declared not null, so that the trigger may fill it for whoever inserts.
alter table allocations add constraint allocations__of_college check (college_id is not null);
comment on column allocations.college_id is 'That of the draft, kept by trigger.';

create or replace function allocations__take_application() returns trigger language plpgsql as $$
begin
  new.application_id := (select application_id from charges where id = new.charge_id and kind <> 'reprint');
  new.college_id := (select college_id from demand_drafts where id = new.demand_draft_id);
  return new;
end $$;

-- Each sum reads one of these indexes and no table.
create index allocations__college_newest on allocations (college_id, allocated_at desc, id desc) include (amount, demand_draft_id);
create index demand_drafts__unpaying on demand_drafts (id) where not pays;
create index charges__sums on charges (college_id, kind) include (amount, concession_amount, pending_amount);
drop index demand_drafts__college_newest;
create index demand_drafts__college_newest on demand_drafts (college_id, received_at desc, id desc)
  include (state, amount, allocated_amount, balance, pays);
drop index applications__college_newest;
create index applications__college_newest on applications (college_id, received_at desc, id desc)
  include (status, academic_year, fee_amount, total_amount, pending_amount);
drop index applications__fee_pending;
create index applications__fee_pending on applications (received_at desc, id desc) include (pending_amount) where pending_amount > 0;

-- The planner expects as many months as moments otherwise, and sums them without help of other processes.
create statistics applications__periods on
  (date_trunc('month', received_at at time zone interval '05:30')::date), (date_trunc('year', received_at at time zone interval '05:30')::date)
  from applications;
create statistics demand_drafts__periods on
  (date_trunc('month', received_at at time zone interval '05:30')::date), (date_trunc('year', received_at at time zone interval '05:30')::date)
  from demand_drafts;
create statistics allocations__periods on (date_trunc('month', allocated_at at time zone interval '05:30')::date) from allocations;
analyze applications, demand_drafts, allocations, charges;

-- An index answers alone for pages that a vacuum has visited since they changed: visit them after every twentieth row, not every fifth.
alter table applications set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table allocations set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table charges set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table demand_drafts set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
alter table students set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.05);
