-- A run that was prepared can be withdrawn; a closed one says what was counted on the table, and who counted.
alter table print_runs
  add column counted_good integer,
  add column counted_spoilt integer,
  add column closed_by uuid references staff,
  add column withdrawn_at timestamptz,
  add column withdrawn_by uuid references staff,
  drop constraint print_runs__state_known,
  add constraint print_runs__state_known check (state in ('prepared', 'printing', 'closed', 'withdrawn')),
  drop constraint print_runs__printing_has_document,
  add constraint print_runs__printing_has_document check (
    state in ('prepared', 'withdrawn') or (document_key is not null and started_at is not null)
  ),
  add constraint print_runs__counted_when_closed check (
    (counted_good is null) = (counted_spoilt is null) and (counted_good is null) = (closed_by is null)
    and (counted_good is null or state = 'closed')
  ),
  add constraint print_runs__withdrawn_is_signed check (
    (state = 'withdrawn') = (withdrawn_at is not null) and (withdrawn_at is null) = (withdrawn_by is null)
    and (withdrawn_at is null or started_at is null)
  );
comment on column print_runs.counted_good is 'Good sheets that lay on the table when the run was closed, as its closer counted them; null of runs that were closed before counts were asked for.';

-- A run that closes with an open sheet would lose a serial, and one whose counts differ has lost one: the table refuses both.
create or replace function print_runs__closes_complete() returns trigger language plpgsql as $$
begin
  if new.state = 'closed' and exists (select from sheets where print_run_id = new.id and outcome is null) then
    raise exception 'the run has sheets without an outcome'
      using errcode = 'check_violation', constraint = 'print_runs__closes_complete';
  end if;
  if new.state = 'closed'
     and (old.state, old.counted_good, old.counted_spoilt) is distinct from ('closed', new.counted_good, new.counted_spoilt)
     and exists (
       select from (select count(*) filter (where outcome = 'good') as good, count(*) filter (where outcome = 'spoilt') as spoilt
                      from sheets where print_run_id = new.id) books
        where (books.good, books.spoilt) is distinct from (new.counted_good, new.counted_spoilt)
     ) then
    raise exception 'the counts of the run differ from its books'
      using errcode = 'check_violation', constraint = 'print_runs__counts_agree';
  end if;
  return new;
end $$;

-- The sheets of a withdrawn run were never printed, so their blanks are free for another run; nothing else takes a sheet away.
create function sheets__only_withdrawn_leave() returns trigger language plpgsql as $$
begin
  if old.outcome is not null or not exists (select from print_runs where id = old.print_run_id and state = 'withdrawn') then
    raise exception 'only the sheets of a withdrawn run are taken away'
      using errcode = 'check_violation', constraint = 'sheets__only_withdrawn_leave';
  end if;
  return old;
end $$;
create trigger sheets__only_withdrawn_leave before delete on sheets
  for each row execute function sheets__only_withdrawn_leave();
grant delete on sheets to dikshant_app;

alter table custody_acts
  drop constraint custody_acts__act_known,
  add constraint custody_acts__act_known check (
    act in ('received', 'issued', 'returned', 'bound', 'withdrawn', 'printed', 'spoilt', 'destroyed', 'missing', 'found')
  );
alter table blank_movements
  drop constraint blank_movements__act_allows,
  add constraint blank_movements__act_allows check (
    case act
      when 'received' then from_state is null and to_state = 'in_store'
      when 'issued' then coalesce(from_state, '') = 'in_store' and to_state = 'issued'
      when 'returned' then (coalesce(from_state, '') = 'issued' and to_state = 'in_store')
        or (coalesce(from_state, '') = 'spoilt' and to_state = 'spoilt' and from_holder is not null and to_holder is null)
      when 'bound' then coalesce(from_state, '') in ('in_store', 'issued') and to_state = 'bound'
      when 'withdrawn' then coalesce(from_state, '') = 'bound' and to_state in ('in_store', 'issued')
      when 'printed' then coalesce(from_state, '') = 'bound' and to_state = 'printed'
      when 'spoilt' then coalesce(from_state, '') in ('in_store', 'issued', 'bound') and to_state = 'spoilt'
      when 'destroyed' then coalesce(from_state, '') = 'spoilt' and to_state = 'destroyed'
      when 'missing' then coalesce(from_state, '') in ('in_store', 'issued', 'spoilt') and to_state = 'missing'
      when 'found' then coalesce(from_state, '') = 'missing' and to_state in ('in_store', 'spoilt')
      else false
    end
  );
