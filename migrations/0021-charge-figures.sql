-- Fee totals by charge: charges count as applications do, each for its kind.

alter table dashboard_deltas
  drop constraint dashboard_deltas__measure_known,
  add constraint dashboard_deltas__measure_known check (
    measure in (
      'students', 'applications', 'approved', 'generated', 'conceded', 'pending', 'revenue', 'drafts', 'draft_amount', 'draft_allocated',
      'draft_balance', 'charges', 'charged', 'charge_conceded', 'charge_pending'
    )
  );
comment on column dashboard_deltas.part is 'The academic year of what applications count for, the state of what demand drafts count for, the kind of what charges count for.';

do $$
declare
  kind text;
begin
  foreach kind in array array['insert', 'update', 'delete'] loop
    execute format('create trigger %I after %s on charges referencing %s for each statement execute function dashboard__note_changes(%L)',
      'charges__note_' || kind, kind,
      case kind when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
                else 'old table as old_rows new table as new_rows' end,
      $of$ cross join lateral (values
          ('charges', changed.kind, changed.college_id, changed.charged_at, 1),
          ('charged', changed.kind, changed.college_id, changed.charged_at, changed.amount),
          ('charge_conceded', changed.kind, changed.college_id, changed.charged_at, changed.concession_amount),
          ('charge_pending', changed.kind, changed.college_id, changed.charged_at, changed.pending_amount))
        as counted (measure, part, college_id, at, amount) $of$);
  end loop;
end $$;

-- Those of before; the next fold takes them.
insert into dashboard_deltas (measure, part, college_id, day, amount)
select measure, kind, college_id, day, amount
  from (select kind, college_id, (charged_at at time zone 'Asia/Kolkata')::date as day, count(*) as counted,
               sum(amount) as charged, sum(concession_amount) as conceded, sum(pending_amount) as pending
          from charges group by 1, 2, 3) as charged,
       lateral (values ('charges', counted), ('charged', charged), ('charge_conceded', conceded), ('charge_pending', pending))
         as figure (measure, amount)
 where amount <> 0;
