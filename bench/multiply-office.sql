-- The office of the database `bench.k` times over, its people included, for times and plans at scale: every number goes on
-- without a gap, so a rule that finds n in the office may find k × n. Paper, settings and files of bank statements are shared.
-- Run as the owner in a database that is thrown away: what is unique or checked is so no more, and hashes prove nothing.
set session_replication_role = replica;
set maintenance_work_mem = '256MB';

create temp table multiplied (name text primary key);
insert into multiplied values ('staff'), ('files'), ('applications'), ('award_records'), ('charges'), ('allocations'), ('demand_drafts'),
  ('deposit_slips'), ('refunds'), ('concessions'), ('contributors'), ('reopenings'), ('conversation_entries'), ('certificates'),
  ('print_runs'), ('print_files'), ('blanks'), ('blank_receipts'), ('custody_acts'), ('blank_movements'), ('destructions'),
  ('destruction_blanks'), ('sheets'), ('sheet_facts'), ('hand_overs'), ('bundles'), ('signing_batches'), ('signing_batch_sheets'),
  ('reprint_requests'), ('revocations'), ('roll_entries'), ('bank_statement_lines'), ('bank_statement_settlements'), ('access_log'),
  ('audit_events');

-- Of version 4, as the portal's: others are refused in addresses.
create function m(u uuid, k integer) returns uuid language sql immutable parallel safe return
  overlay(overlay(md5(u::text || k) placing '4' from 13) placing 'a' from 17)::uuid;
-- The number at the end of a text, so much later.
create function later(t text, by bigint) returns text language sql immutable parallel safe return
  regexp_replace(t, '\d+$', '') || lpad(((substring(t from '\d+$'))::bigint + by)::text, length(substring(t from '\d+$')), '0');
create table bench_ends as
  select regexp_replace(convocation_number, '\d+$', '') as prefix, max(convocation_sequence) as n from certificates
   where convocation_sequence is not null group by 1;
create function later_number(t text, k integer) returns text language sql stable parallel safe return
  coalesce((select later(t, k * n) from bench_ends where prefix = regexp_replace(t, '\d+$', '')), t || '-' || k);

-- A column of another table's ids is left as it is, unless that table is multiplied, too.
create temp table shared as
  select conrelid::regclass::text as name, attname as col from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
   where contype = 'f' and confrelid::regclass::text not in (select name from multiplied);
insert into shared select name, 'college_id' from multiplied on conflict do nothing;

-- What goes on counting, and what tells one from another by its letters; `z` has the ends before.
create temp table z as select
  (select max(acknowledgement_number) from applications) as applications, (select max(slip_number) from deposit_slips) as slips,
  (select max(run_number) from print_runs) as runs, (select max(bundle_number) from bundles) as bundles,
  (select max(batch_number) from signing_batches) as batches, (select max(id) from blank_movements) as movements,
  (select max(sequence) from conversation_entries) as entries, (select max(position) from roll_entries) as entered,
  (select max(id) from access_log) as views, (select max(sequence) from audit_events) as events;
create temp table special (name text, col text, expression text);
-- Exceptions are not multiplied: what explains one in a copy is of none.
insert into special values
  ('staff', 'email', $$k || t.email$$), ('applications', 'acknowledgement_number', $$t.acknowledgement_number + k * z.applications$$),
  ('applications', 'registration_number', $$t.registration_number || '-' || k$$), ('applications', 'exam_roll_number', $$t.exam_roll_number || '-' || k$$),
  ('applications', 'convocation_number', $$later_number(t.convocation_number, k)$$),
  ('certificates', 'convocation_number', $$later_number(t.convocation_number, k)$$),
  ('certificates', 'convocation_sequence', $$t.convocation_sequence + k * (select n from bench_ends where prefix = regexp_replace(t.convocation_number, '\d+$', ''))$$),
  ('demand_drafts', 'number', $$t.number || '-' || k$$), ('deposit_slips', 'slip_number', $$t.slip_number + k * z.slips$$),
  ('print_runs', 'run_number', $$t.run_number + k * z.runs$$), ('bundles', 'bundle_number', $$t.bundle_number + k * z.bundles$$),
  ('signing_batches', 'batch_number', $$t.batch_number + k * z.batches$$), ('refunds', 'paid_to', $$t.paid_to || k$$),
  ('refunds', 'reference', $$t.reference || '-' || k$$), ('concessions', 'authority', $$t.authority || '/' || k$$),
  ('hand_overs', 'collected_by', $$t.collected_by || k$$), ('blanks', 'serial', $$regexp_replace(t.serial, '^(\D*)', '\1' || k || '-')$$),
  ('blank_receipts', 'serial_prefix', $$t.serial_prefix || k || '-'$$), ('blank_movements', 'id', $$t.id + k * z.movements$$),
  ('conversation_entries', 'sequence', $$t.sequence + k * z.entries$$), ('roll_entries', 'position', $$t.position + k * z.entered$$),
  ('access_log', 'id', $$t.id + k * z.views$$), ('access_log', 'subject', $$t.subject || k$$),
  ('sheets', 'verification_code', $$substr(md5(t.id::text || k), 1, 10)$$),
  ('sheet_facts', 'facts', $$t.facts || jsonb_build_object('registrationNumber', (t.facts ->> 'registrationNumber') || '-' || k,
     'convocationNumber', later_number(t.facts ->> 'convocationNumber', k))$$),
  ('audit_events', 'sequence', $$t.sequence + k * z.events$$), ('audit_events', 'hash', $$md5(t.hash || k) || md5(k || t.hash)$$),
  ('audit_events', 'previous_hash', $$md5(t.previous_hash || k) || md5(k || t.previous_hash)$$),
  ('audit_events', 'record_id', $$case when t.record_type || 's' in (select name from multiplied) or t.record_type in ('staff', 'exception_hit')
     then case when t.record_id ~ '^[0-9a-f]{8}-' then m(t.record_id::uuid, k)::text else t.record_id end else t.record_id end$$);

-- What was unique or exclusive is an index still.
create temp table indexed as
  select name, replace(replace(pg_get_indexdef(indexrelid), 'UNIQUE ', ''), ' NULLS NOT DISTINCT', '') as definition
    from pg_index join multiplied on indrelid = name::regclass where not indisprimary;

do $$ declare r record; definition text; columns text; expressions text; begin
  for r in select conrelid::regclass as name, conname from pg_constraint join multiplied on conrelid = name::regclass where contype in ('c', 'f', 'x', 'u') order by contype = 'u' loop
    execute format('alter table %s drop constraint if exists %I cascade', r.name, r.conname); end loop;
  for r in select name from multiplied order by name = 'audit_events' loop
    execute coalesce((select 'drop index ' || string_agg(indexrelid::regclass::text, ', ') from pg_index where indrelid = r.name::regclass and not indisprimary), 'select');
    select string_agg(quote_ident(attname), ', ' order by attnum),
           string_agg(coalesce(expression, format(case when atttypid = 'uuid'::regtype and shared.col is null then 'm(t.%I, k)' else 't.%I' end, attname)), ', ' order by attnum)
      into columns, expressions
      from pg_attribute left join special on special.name = r.name and special.col = attname
      left join (select distinct name, col from shared) shared on shared.name = r.name and shared.col = attname
     where attrelid = r.name::regclass and attnum > 0 and not attisdropped and attgenerated = '';
    execute format('create temp table t on commit drop as table %I', r.name);
    execute format('insert into %I (%s) overriding system value select %s from t, z, generate_series(1, %s) as k order by k',
      r.name, columns, expressions, current_setting('bench.k')::integer - 1);
    drop table t;
    for definition in select indexed.definition from indexed where name = r.name loop execute definition; end loop;
    raise notice '%', r.name;
  end loop;
end $$;

update audit_head set sequence = (select max(sequence) from audit_events);
update number_counters c set last_number = n.last from (
  select 'acknowledgement' as series, max(acknowledgement_number) as last from applications
   union all select 'deposit slip', max(slip_number) from deposit_slips union all select 'print run', max(run_number) from print_runs
   union all select 'bundle', max(bundle_number) from bundles union all select 'signing batch', max(batch_number) from signing_batches
   union all select series_counter(number_series_id, number_scope), max(convocation_sequence) from certificates where convocation_sequence is not null group by 1
) n where n.series = c.series;
