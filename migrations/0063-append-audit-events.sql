-- The whole link of the chain in one statement, sent with the commit: while the head is locked, every other command waits.
-- An event comes as the text before its moment and the text between moment and sequence number, both of RFC 8785 canonical
-- JSON; the row is read from the very text that is hashed. `place` of a personal value is that of its first event, from 1.
create function audit_events__append(appended jsonb) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  head audit_head;
  moment text;
  part jsonb;
  link text;
begin
  select * into strict head from audit_head for update;
  moment := to_char(coalesce((appended->>'at')::timestamptz, clock_timestamp()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"');
  insert into audit_personal_values (digest, value, salt, path, sequence)
  select digest, value, salt, path, head.sequence + place
    from jsonb_to_recordset(appended->'values') as given (digest text, value text, salt text, path text, place bigint)
  on conflict (digest) do nothing;
  for part in select value from jsonb_array_elements(appended->'events') loop
    link := (part->>0) || moment || (part->>1) || (head.sequence + 1) || '}';
    insert into audit_events (sequence, at, actor_id, actor_name, desk, event, record_type, record_id, record_label,
           before, after, personal, request_id, ip, hash_version, previous_hash, hash)
    select sequence, at, "actorId", "actorName", desk, event, "recordType", "recordId", "recordLabel",
           before, after, personal, "requestId", ip, "hashVersion", head.hash,
           encode(sha256(convert_to(head.hash || link, 'UTF8')), 'hex')
      from jsonb_to_record(link::jsonb) as given (sequence bigint, at timestamptz, "actorId" uuid, "actorName" text, desk text,
           event text, "recordType" text, "recordId" text, "recordLabel" text, before jsonb, after jsonb, personal text[],
           "requestId" text, ip text, "hashVersion" smallint)
    returning sequence, hash into head.sequence, head.hash;
  end loop;
end $$;
