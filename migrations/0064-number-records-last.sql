-- A number without gaps is given as the last act of its transaction, because its counter stays locked until the end. The record is
-- written before, with a provisional number below zero that no other transaction sees.

create function provisional_number() returns integer language sql volatile
  return -1 - floor(random() * 2147483647)::integer;

create function refuse_provisional_number() returns trigger language plpgsql as $$
declare
  is_provisional boolean;
begin
  execute format('select %I < 0 from %I where id = $1', tg_argv[0], tg_table_name) into is_provisional using new.id;
  if is_provisional then
    raise exception 'a record has its number when its transaction ends' using errcode = 'check_violation', constraint = tg_name;
  end if;
  return null;
end $$;

create function refuse_other_number() returns trigger language plpgsql as $$
begin
  raise exception 'a number that was given stays' using errcode = 'check_violation', constraint = tg_name;
end $$;

do $$
declare
  of record;
begin
  for of in
    select * from (values
      ('applications', 'acknowledgement_number'), ('print_runs', 'run_number'), ('deposit_slips', 'slip_number'),
      ('bundles', 'bundle_number'), ('signing_batches', 'batch_number')) as numbered ("table", "column")
  loop
    execute format('alter table %I alter %I set default provisional_number()', of."table", of."column");
    execute format('create constraint trigger %I after insert on %I deferrable initially deferred for each row when (new.%I < 0)
      execute function refuse_provisional_number(%L)', of."table" || '__numbered', of."table", of."column", of."column");
    execute format('create trigger %1$I before update of %3$I on %2$I for each row when (old.%3$I > 0 and old.%3$I <> new.%3$I)
      execute function refuse_other_number()', of."table" || '__number_stays', of."table", of."column");
    execute format('grant update (%I) on %I to dikshant_app', of."column", of."table");
  end loop;
end $$;
