-- Fee totals: what the dashboard's figures are made of, also by academic year of the applications and by state of the
-- demand drafts. The deltas say which of these a part of a measure is; readers that do not ask add the parts up.
alter table dashboard_deltas add column part text;
alter table dashboard_deltas drop constraint dashboard_deltas__measure_known;
alter table dashboard_deltas add constraint dashboard_deltas__measure_known check (measure in (
  'students', 'applications', 'approved', 'generated', 'pending', 'revenue', 'drafts', 'draft_amount', 'draft_allocated',
  'draft_balance'));
comment on column dashboard_deltas.part is 'The academic year of what applications count for, the state of what demand drafts count for.';

alter table dashboard_totals add column part text;
alter table dashboard_totals drop constraint dashboard_totals__once;
alter table dashboard_totals add constraint dashboard_totals__once unique nulls not distinct (college_id, measure, part, day);

create table fee_totals (
  college_id  uuid,
  measure     text not null,
  part        text not null,
  amount      bigint not null,
  constraint fee_totals__once unique nulls not distinct (college_id, measure, part)
);
comment on table fee_totals is 'The folded deltas that have a part, whatever their day: a list of all colleges need not add up ten years of months.';
comment on column fee_totals.college_id is 'Null is the whole university, as in dashboard_totals.';

create or replace function dashboard__note_changes() returns trigger language plpgsql as $$
declare
  changed text := case tg_op
    when 'INSERT' then 'select 1 as sign, * from new_rows'
    when 'DELETE' then 'select -1 as sign, * from old_rows'
    else 'select 1 as sign, * from new_rows union all select -1 as sign, * from old_rows'
  end;
begin
  execute format(
    'insert into dashboard_deltas (measure, part, college_id, day, amount)
     select counted.measure, counted.part, counted.college_id, (counted.at at time zone ''Asia/Kolkata'')::date,
            sum(changed.sign * counted.amount)
       from (%s) as changed %s
      group by 1, 2, 3, 4
     having sum(changed.sign * counted.amount) <> 0', changed, tg_argv[0]);
  return null;
end $$;
alter function dashboard__note_changes() security definer;
alter function dashboard__note_changes() set search_path = public, pg_temp;

-- What one row of a table counts for is the same for its three triggers. A draft that was returned or replaced is worth nothing.
do $$
declare
  watched record;
  kind text;
  arguments text;
begin
  for watched in select * from (values
    ('students', $of$ cross join lateral (values ('students', null, changed.college_id, changed.created_at, 1))
       as counted (measure, part, college_id, at, amount) $of$),
    ('applications', $of$ cross join lateral (values
         ('applications', changed.academic_year, changed.college_id, changed.received_at, 1),
         ('approved', changed.academic_year, changed.college_id, changed.received_at, (changed.status = 'verified')::int),
         ('generated', changed.academic_year, changed.college_id, changed.received_at, changed.total_amount),
         ('pending', changed.academic_year, changed.college_id, changed.received_at, changed.pending_amount))
       as counted (measure, part, college_id, at, amount) $of$),
    ('allocations', $of$ join demand_drafts draft on draft.id = changed.demand_draft_id and draft.pays
       cross join lateral (values ('revenue', null, draft.college_id, changed.allocated_at, changed.amount))
       as counted (measure, part, college_id, at, amount) $of$),
    ('demand_drafts', $of$ cross join lateral (
         select 'revenue', null, changed.college_id, paying.allocated_at, paying.amount
           from allocations paying where paying.demand_draft_id = changed.id and changed.pays
          union all
         values ('drafts', changed.state, changed.college_id, changed.received_at, 1),
                ('draft_amount', changed.state, changed.college_id, changed.received_at, changed.amount),
                ('draft_allocated', changed.state, changed.college_id, changed.received_at,
                 case when changed.pays then changed.allocated_amount else 0 end),
                ('draft_balance', changed.state, changed.college_id, changed.received_at,
                 case when changed.pays then changed.balance else 0 end))
       as counted (measure, part, college_id, at, amount) $of$)
  ) as watched (name, counts_for) loop
    foreach kind in array array['insert', 'update', 'delete'] loop
      execute format('drop trigger if exists %I on %I', watched.name || '__note_' || kind, watched.name);
      arguments := case kind when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
                             else 'old table as old_rows new table as new_rows' end;
      execute format('create trigger %I after %s on %I referencing %s for each statement execute function dashboard__note_changes(%L)',
                     watched.name || '__note_' || kind, kind, watched.name, arguments, watched.counts_for);
    end loop;
  end loop;
end $$;

create or replace function fold_dashboard_deltas(today date) returns void language plpgsql as $$
declare
  days_from date := date_trunc('month', today) - interval '2 months';
begin
  perform pg_advisory_xact_lock(hashtext('fold_dashboard_deltas'));
  with taken as (
    delete from dashboard_deltas returning measure, part, college_id, day, amount
  ), aged as (
    delete from dashboard_totals where day < days_from and extract(day from day) > 1
    returning measure, part, college_id, day, amount
  ), placed as (
    select scope.college_id, measure, part, day, amount
      from taken cross join lateral (values (taken.college_id), (null)) as scope (college_id)
  ), whatever_the_day as (
    insert into fee_totals (college_id, measure, part, amount)
    select college_id, measure, part, sum(amount) from placed where part is not null group by 1, 2, 3
    on conflict on constraint fee_totals__once do update set amount = fee_totals.amount + excluded.amount
  )
  insert into dashboard_totals (college_id, measure, part, day, amount)
  select college_id, measure, part, case when day < days_from then date_trunc('month', day)::date else day end, sum(amount)
    from (select * from placed union all select college_id, measure, part, day, amount from aged) as moved
   group by 1, 2, 3, 4
  on conflict on constraint dashboard_totals__once do update set amount = dashboard_totals.amount + excluded.amount;
end $$;
alter function fold_dashboard_deltas(date) security definer;
alter function fold_dashboard_deltas(date) set search_path = public, pg_temp;

-- Counted anew, because what was folded before has no parts. The triggers above hold writers off until this has committed.
delete from dashboard_totals;
delete from dashboard_deltas;
insert into dashboard_deltas (measure, part, college_id, day, amount)
select measure, part, college_id, (at at time zone 'Asia/Kolkata')::date, sum(amount)
  from (
    select 'students' as measure, null as part, college_id, created_at as at, 1 as amount from students
     union all
    select counted.* from applications, lateral (values
      ('applications', academic_year, college_id, received_at, 1),
      ('approved', academic_year, college_id, received_at, (status = 'verified')::int),
      ('generated', academic_year, college_id, received_at, total_amount),
      ('pending', academic_year, college_id, received_at, pending_amount)) as counted
     union all
    select 'revenue', null, draft.college_id, allocated_at, allocations.amount
      from allocations join demand_drafts draft on draft.id = demand_draft_id and draft.pays
     union all
    select counted.* from demand_drafts, lateral (values
      ('drafts', state, college_id, received_at, 1),
      ('draft_amount', state, college_id, received_at, amount),
      ('draft_allocated', state, college_id, received_at, case when pays then allocated_amount else 0 end),
      ('draft_balance', state, college_id, received_at, case when pays then balance else 0 end)
    ) as counted
  ) as counted
 group by 1, 2, 3, 4
having sum(amount) <> 0;
select fold_dashboard_deltas((now() at time zone 'Asia/Kolkata')::date);

grant select on fee_totals to dikshant_app;

-- A total of one academic year leads to its applications, newest first.
create index applications__academic_year_newest on applications (academic_year, received_at desc, id desc);
-- What lies in the drawer, and what lay there too long.
create index demand_drafts__undeposited on demand_drafts (college_id, valid_until) include (drawn_on, amount, allocated_amount, state)
  where state in ('received', 'stale');
