-- What a finding names, and the paras of a report, are added with it and never later.

create function finding_items__added_at_raising() returns trigger language plpgsql as $$
begin
  -- The observation is written last, in the same transaction: without it the finding cannot be committed.
  if exists (select from finding_entries where finding_id = new.finding_id) then
    perform findings__refuse('finding_items__added_at_raising');
  end if;
  return new;
end $$;
create trigger finding_items__added_at_raising before insert on finding_items
  for each row execute function finding_items__added_at_raising();

create function report_paras__added_at_closing() returns trigger language plpgsql as $$
begin
  -- A report is never updated, so its row is of the transaction that closed the inspection.
  if not exists (select from inspection_reports where id = new.report_id and xmin = pg_current_xact_id()::xid) then
    perform findings__refuse('report_paras__added_at_closing');
  end if;
  return new;
end $$;
create trigger report_paras__added_at_closing before insert on report_paras
  for each row execute function report_paras__added_at_closing();
