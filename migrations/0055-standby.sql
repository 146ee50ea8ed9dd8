-- What stands behind a server is shown to its owner alone; the portal is told this much of it.
create function standby_state() returns text language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when exists (select from pg_stat_activity where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '5 seconds') then 'waiting'
    when exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) then 'synchronous'
    when exists (select from pg_stat_replication where sync_state is null) then 'unknown'
    when current_setting('synchronous_standby_names') <> '' then 'waiting'
    when exists (select from pg_stat_replication where state = 'streaming' and application_name <> 'pg_basebackup') then 'asynchronous'
    when exists (select from pg_replication_slots where slot_type = 'physical' and not active) then 'lost'
    else 'none'
  end
$$;
comment on function standby_state() is
  '''synchronous'': a commit is on two disks. ''asynchronous'', ''lost'' (its replication slot is idle), ''none'': on one. ''waiting'': commits wait for a standby that is not there. ''unknown'': the owner of the database lacks pg_monitor.';
