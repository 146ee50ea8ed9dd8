-- Four eyes on the masters that decide what a sheet says and what is paid. Until the first application is received one
-- administrator sets them up alone; from then on a change is proposed by one person and confirmed by another.

create table proposals (
  id           uuid primary key,
  origin       text not null,
  label        text not null,
  proposed_by  uuid references staff,
  proposed_at  timestamptz not null,
  proposed_in  xid8 not null default pg_current_xact_id(),
  decision     text,
  decided_by   uuid references staff,
  decided_at   timestamptz,
  decided_in   xid8,
  remark       text,
  version      integer not null default 1,
  constraint proposals__origin_known check (origin in ('form', 'upload', 'pack')),
  constraint proposals__decision_known check (decision in ('confirmed', 'rejected', 'taken_back')),
  constraint proposals__decided_whole check (num_nonnulls(decision, decided_by, decided_at, decided_in) in (0, 4)),
  constraint proposals__decided_by_another check (
    decision not in ('confirmed', 'rejected') or decided_by is distinct from proposed_by
  ),
  constraint proposals__taken_back_by_proposer check (decision <> 'taken_back' or decided_by = proposed_by),
  constraint proposals__rejected_with_remark check (decision <> 'rejected' or remark ~ '\S')
);
comment on column proposals.proposed_by is 'Null where a pack came by the command on the server.';
comment on column proposals.decided_in is 'The transaction that writes what was confirmed, and no other.';
create index proposals__newest on proposals (proposed_at desc, id desc);
create index proposals__decided_in on proposals (decided_in) where decision = 'confirmed';

create table proposed_changes (
  proposal_id   uuid not null references proposals,
  position      integer not null,
  entity        text not null,
  entry_id      uuid not null,
  label         text not null,
  action        text not null,
  base_version  integer,
  before        jsonb,
  after         jsonb,
  constraint proposed_changes__position_once primary key (proposal_id, position),
  constraint proposed_changes__action_known check (action in ('add', 'edit', 'delete')),
  constraint proposed_changes__values_of_action check (
    (before is null) = (action = 'add') and (base_version is null) = (action = 'add') and (after is null) = (action = 'delete')
  )
);
comment on table proposed_changes is 'Entries in the columns of their tables, without id and version; applied in the order of their positions.';
comment on column proposed_changes.base_version is 'The version that the proposer saw; another one is refused when it is confirmed.';
create index proposed_changes__entry on proposed_changes (proposal_id, entry_id);

create function proposals__check() returns trigger language plpgsql as $$
begin
  if old.decision is not null or (to_jsonb(new) - array['decision', 'decided_by', 'decided_at', 'decided_in', 'remark', 'version'])
       <> (to_jsonb(old) - array['decision', 'decided_by', 'decided_at', 'decided_in', 'remark', 'version']) then
    raise exception 'a proposal is decided once and never changes' using errcode = 'check_violation', constraint = 'proposals__stay';
  end if;
  if new.decision is not null then
    new.decided_in := pg_current_xact_id();
    if new.decided_in = new.proposed_in then
      raise exception 'nobody saw this proposal' using errcode = 'check_violation', constraint = 'proposals__seen_before_decided';
    end if;
  end if;
  return new;
end $$;
create trigger proposals__check before update on proposals for each row execute function proposals__check();

create function proposed_changes__with_proposal() returns trigger language plpgsql as $$
begin
  if not exists (select from proposals where id = new.proposal_id and proposed_in = pg_current_xact_id()) then
    raise exception 'what is proposed stands from the beginning'
      using errcode = 'check_violation', constraint = 'proposed_changes__with_proposal';
  end if;
  return new;
end $$;
create trigger proposed_changes__with_proposal before insert on proposed_changes
  for each row execute function proposed_changes__with_proposal();

grant select, insert on proposals, proposed_changes to dikshant_app;
grant update (decision, decided_by, decided_at, remark, version) on proposals to dikshant_app;

-- What is written is what a second person confirmed, in the transaction that confirmed it: this row, this act, these values.
create function refuse_lone_change() returns trigger language plpgsql as $$
declare
  entry jsonb := to_jsonb(new);
begin
  if exists (select from applications) and not exists (
    select from proposals p
      join proposed_changes c on c.proposal_id = p.id
     where p.decision = 'confirmed' and p.decided_in = pg_current_xact_id()
       and c.entity = tg_table_name and c.entry_id = coalesce(new.id, old.id)
       and c.action = case tg_op when 'INSERT' then 'add' when 'UPDATE' then 'edit' else 'delete' end
       and (tg_op = 'DELETE' or entry || c.after = entry)
  ) then
    raise exception 'a second person has to confirm this change'
      using errcode = 'check_violation', constraint = tg_table_name || '__four_eyes';
  end if;
  return null;
end $$;

-- Asked at the end of the transaction, of what somebody writes: a name that changes takes the rows along that refer to it.
create constraint trigger university__four_eyes after insert or update or delete on university
  deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function refuse_lone_change();
create constraint trigger courses__four_eyes after insert or update or delete on courses
  deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function refuse_lone_change();
create constraint trigger certificate_types__four_eyes after insert or update or delete on certificate_types
  deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function refuse_lone_change();
create constraint trigger offices__four_eyes after insert or update or delete on offices
  deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function refuse_lone_change();
create constraint trigger convocations__four_eyes after insert or update or delete on convocations
  deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function refuse_lone_change();
create constraint trigger fee_schedule__four_eyes after insert or update or delete on fee_schedule
  deferrable initially deferred for each row when (pg_trigger_depth() = 0) execute function refuse_lone_change();

-- What one person did alone is asked for at the first proof, and by auditors.
create index audit_events__set_up_alone on audit_events (sequence) where after ? 'setUpAlone';

alter table imports
  drop constraint imports__state_known,
  add constraint imports__state_known check (
    state in ('mapping', 'checking', 'checked', 'committing', 'committed', 'proposed', 'cancelled', 'refused')
  ),
  drop constraint imports__committed_is_clean,
  add constraint imports__committed_is_clean check (state not in ('committed', 'proposed') or faulty_count = 0),
  drop constraint imports__commit_is_somebodys,
  add constraint imports__commit_is_somebodys check (
    state not in ('committing', 'committed', 'proposed') or (committed_by is not null and commit_request_id is not null)
  );
