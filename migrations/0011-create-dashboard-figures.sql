-- The figures of the dashboard, live and exact without a row that every command would wait for: commands append what they
-- changed to dashboard_deltas, a job folds that into dashboard_totals, and whoever asks sums both.
create table dashboard_deltas (
  measure     text not null,
  college_id  uuid not null,
  day         date not null,
  amount      bigint not null,
  constraint dashboard_deltas__measure_known check (measure in ('students', 'applications', 'approved', 'pending', 'revenue'))
);
comment on table dashboard_deltas is 'What was added to a measure since the last fold; written by triggers only. `day` is of India.';

create table dashboard_totals (
  college_id  uuid,
  measure     text not null,
  day         date not null,
  amount      bigint not null,
  constraint dashboard_totals__once unique nulls not distinct (college_id, measure, day)
);
comment on table dashboard_totals is 'Sums of the folded deltas, by day for the newest months; an older month is one row, at its first day.';
comment on column dashboard_totals.college_id is 'Null is the whole university: the sum of the colleges, so that it costs no more than one of them.';

-- Appends what the rows of one statement changed. The trigger's argument says what one row of its table counts for, as
-- (measure, college_id, at, amount); an update counts the new row and takes back the old one. Only whoever may create
-- triggers chooses the argument, so nobody else may execute this.
create function dashboard__note_changes() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, * from new_rows'
    when 'DELETE' then 'select -1 as sign, * from old_rows'
    else 'select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows'
  end;
begin
  execute format(
    'insert into dashboard_deltas (measure, college_id, day, amount)
     select part.measure, part.college_id, (part.at at time zone ''Asia/Kolkata'')::date, sum(changed.sign * part.amount)
       from (%s) as changed %s
      group by 1, 2, 3
     having sum(changed.sign * part.amount) <> 0', changed, tg_argv[0]);
  return null;
end $$;
alter function dashboard__note_changes() security definer;
alter function dashboard__note_changes() set search_path = public, pg_temp;
revoke execute on function dashboard__note_changes() from public;

create trigger students__note_insert after insert on students referencing new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ cross join lateral (values ('students', changed.college_id, changed.created_at, 1)) as part (measure, college_id, at, amount) $$);
create trigger students__note_update after update on students referencing old table as old_rows new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ cross join lateral (values ('students', changed.college_id, changed.created_at, 1)) as part (measure, college_id, at, amount) $$);
create trigger students__note_delete after delete on students referencing old table as old_rows
  for each statement execute function dashboard__note_changes(
    $$ cross join lateral (values ('students', changed.college_id, changed.created_at, 1)) as part (measure, college_id, at, amount) $$);

create trigger applications__note_insert after insert on applications referencing new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ cross join lateral (values ('applications', changed.college_id, changed.received_at, 1),
                                  ('approved', changed.college_id, changed.received_at, (changed.status = 'verified')::int),
                                  ('pending', changed.college_id, changed.received_at, changed.pending_amount)) as part (measure, college_id, at, amount) $$);
create trigger applications__note_update after update on applications referencing old table as old_rows new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ cross join lateral (values ('applications', changed.college_id, changed.received_at, 1),
                                  ('approved', changed.college_id, changed.received_at, (changed.status = 'verified')::int),
                                  ('pending', changed.college_id, changed.received_at, changed.pending_amount)) as part (measure, college_id, at, amount) $$);
create trigger applications__note_delete after delete on applications referencing old table as old_rows
  for each statement execute function dashboard__note_changes(
    $$ cross join lateral (values ('applications', changed.college_id, changed.received_at, 1),
                                  ('approved', changed.college_id, changed.received_at, (changed.status = 'verified')::int),
                                  ('pending', changed.college_id, changed.received_at, changed.pending_amount)) as part (measure, college_id, at, amount) $$);

-- The row trigger before these has locked the draft, so that its state cannot change beside them.
create trigger allocations__note_insert after insert on allocations referencing new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ join demand_drafts draft on draft.id = changed.demand_draft_id and draft.state <> 'returned_by_bank'
       cross join lateral (values ('revenue', draft.college_id, changed.allocated_at, changed.amount)) as part (measure, college_id, at, amount) $$);
create trigger allocations__note_update after update on allocations referencing old table as old_rows new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ join demand_drafts draft on draft.id = changed.demand_draft_id and draft.state <> 'returned_by_bank'
       cross join lateral (values ('revenue', draft.college_id, changed.allocated_at, changed.amount)) as part (measure, college_id, at, amount) $$);
create trigger allocations__note_delete after delete on allocations referencing old table as old_rows
  for each statement execute function dashboard__note_changes(
    $$ join demand_drafts draft on draft.id = changed.demand_draft_id and draft.state <> 'returned_by_bank'
       cross join lateral (values ('revenue', draft.college_id, changed.allocated_at, changed.amount)) as part (measure, college_id, at, amount) $$);
create trigger demand_drafts__note_update after update on demand_drafts referencing old table as old_rows new table as new_rows
  for each statement execute function dashboard__note_changes(
    $$ join allocations on allocations.demand_draft_id = changed.id and changed.state <> 'returned_by_bank'
       cross join lateral (values ('revenue', changed.college_id, allocations.allocated_at, allocations.amount)) as part (measure, college_id, at, amount) $$);

-- One statement moves the deltas, so that every reader's snapshot has each amount exactly once. Days stay apart for this
-- month and the two before it, for comparisons; older ones become their month.
create function fold_dashboard_deltas(today date) returns void language plpgsql as $$
declare
  days_from date := date_trunc('month', today) - interval '2 months';
begin
  perform pg_advisory_xact_lock(hashtext('fold_dashboard_deltas'));
  with taken as (
    delete from dashboard_deltas returning measure, college_id, day, amount
  ), aged as (
    delete from dashboard_totals where day < days_from and extract(day from day) > 1 returning measure, college_id, day, amount
  ), moved as (
    select scope.college_id, measure, day, amount
      from taken cross join lateral (values (taken.college_id), (null)) as scope (college_id)
     union all
    select college_id, measure, day, amount from aged
  )
  insert into dashboard_totals (college_id, measure, day, amount)
  select college_id, measure, case when day < days_from then date_trunc('month', day)::date else day end, sum(amount)
    from moved
   group by 1, 2, 3
  on conflict on constraint dashboard_totals__once do update set amount = dashboard_totals.amount + excluded.amount;
end $$;
alter function fold_dashboard_deltas(date) security definer;
alter function fold_dashboard_deltas(date) set search_path = public, pg_temp;
revoke execute on function fold_dashboard_deltas(date) from public;
grant execute on function fold_dashboard_deltas(date) to dikshant_app;

-- What is there already. The triggers above hold writers off until this has committed.
insert into dashboard_deltas (measure, college_id, day, amount)
select measure, college_id, (at at time zone 'Asia/Kolkata')::date, sum(amount)
  from (
    select 'students' as measure, college_id, created_at as at, 1 as amount from students
     union all
    select 'applications', college_id, received_at, 1 from applications
     union all
    select 'approved', college_id, received_at, 1 from applications where status = 'verified'
     union all
    select 'pending', college_id, received_at, pending_amount from applications
     union all
    select 'revenue', draft.college_id, allocated_at, allocations.amount
      from allocations join demand_drafts draft on draft.id = demand_draft_id and draft.state <> 'returned_by_bank'
  ) as part
 group by 1, 2, 3;
select fold_dashboard_deltas((now() at time zone 'Asia/Kolkata')::date);

grant select on dashboard_deltas, dashboard_totals to dikshant_app;

-- The dashboard lists certificates newest first, printed or not.
create index certificates__newest on certificates (created_at desc, id desc);
create index certificates__college_newest on certificates (college_id, created_at desc, id desc);
