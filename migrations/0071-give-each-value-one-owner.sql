-- Counters: these functions alone write their keys and count. The portal is handed what it needs and takes no key apart.

-- Gapless: a rollback also undoes the increment.
create function next_number(of_series text) returns integer language sql as $$
  insert into number_counters (series, last_number) values (of_series, 1)
  on conflict (series) do update set last_number = number_counters.last_number + 1
  returning last_number
$$;

create function series_counter(series uuid, scope text) returns text language sql immutable parallel safe
  return rtrim('certificates ' || series::text || ' ' || scope);
create function is_count_of(count text, series uuid) returns boolean language sql immutable parallel safe
  return starts_with(count || ' ', series_counter(series, '') || ' ');
create function stock_counter(paper uuid, prefix text) returns text language sql immutable parallel safe
  return 'serial ' || paper::text || ' ' || prefix;

create function number_scope(series number_series, year integer, letters text) returns text language sql immutable as $$
  select coalesce(string_agg(case part when 'year' then year::text else letters end, ' ' order by place), '')
    from unnest(series.scope) with ordinality as scope (part, place)
$$;
create or replace function number_count(series number_series, year integer, letters text) returns text language sql immutable as $$
  select series_counter(series.id, number_scope(series, year, letters))
$$;

-- The next number of a certificate, and the count of its series that gave it.
create function next_certificate_number(of_series uuid, year integer, letters text, out scope text, out n integer) language plpgsql as $$
declare
  count text;
begin
  select number_scope(s, year, letters) into scope from number_series s where s.id = of_series;
  count := series_counter(of_series, scope);
  if not exists (select from number_counters where series = count) then
    perform earlier_certificates__lock(false);
    insert into number_counters (series, last_number)
    values (count, first_number_of(of_series, count) - 1)
    on conflict do nothing;
  end if;
  n := next_number(count);
end $$;
-- begin_number_count stays for this release: processes of the one before call it until they are restarted.

create or replace function certificates__count_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from (
      select number_series_id, number_scope, min(convocation_sequence) as first, max(convocation_sequence) as last, count(*) as given
        from new_rows group by 1, 2
    ) as counted
     where last - first + 1 <> given
        or first - 1 <> greatest(
          (select max(convocation_sequence) from certificates c
            where c.number_series_id = counted.number_series_id and c.number_scope = counted.number_scope and c.convocation_sequence < first),
          (select max(n.last_found) from recovery_numbers n join recoveries r on r.id = n.recovery_id and r.confirmed_at is not null
            where n.last_found > n.last_kept
              and n.series = series_counter(counted.number_series_id, counted.number_scope)))
        or exists (
          select from certificates c
           where c.number_series_id = counted.number_series_id and c.number_scope = counted.number_scope and c.convocation_sequence > last)
  ) then
    raise exception 'the numbers of a series follow each other' using errcode = 'check_violation', constraint = 'certificates__numbers_consecutive';
  end if;
  update number_series s
     set next_number = newest.last + 1, counted_year = newest.convocation_year,
         -- Whoever saw it before its first number saw another one.
         version = version + (s.counted_year is null)::integer
    from (
      select distinct on (number_series_id) number_series_id, convocation_year, max(convocation_sequence) as last
        from new_rows group by number_series_id, convocation_year, number_scope
       order by number_series_id, convocation_year desc
    ) as newest
   where s.id = newest.number_series_id and newest.convocation_year >= coalesce(s.counted_year, 0);
  return null;
end $$;

drop function counts_after_restore();
create function counts_after_restore() returns table (series text, kind text, last_kept integer, year integer, prefix text)
  language sql stable security definer set search_path = public, pg_temp as $$
  with plain (series) as (values ('acknowledgement'), ('print run'), ('deposit slip'), ('bundle'))
  select p.series, replace(p.series, ' ', '_'), coalesce(c.last_number, 0), null::integer, null::text
    from plain p left join number_counters c on c.series = p.series
  union all
  select c.series, case c.series when 'signing batch' then 'signing_batch' else 'convocation' end, c.last_number, null, null
    from number_counters c where c.series not in (select p.series from plain p)
  union all
  select distinct begun.series, 'convocation', null::integer, case when 'year' = any (s.scope) then year end, null
    from number_series s
    left join certificate_types t on t.number_series = s.name
    cross join generate_series(2001, extract(year from now())::integer + 1) as year
    cross join lateral number_count(s, year, t.number_letters) as begun (series)
   where not exists (select from number_counters c where c.series = begun.series)
  union all
  select stock_counter(r.paper_id, r.serial_prefix), 'serial',
         greatest(0, max(b.number) filter (where s.outcome is not null), (
           select max(n.last_found) from recovery_numbers n join recoveries e on e.id = n.recovery_id and e.confirmed_at is not null
            where n.series = stock_counter(r.paper_id, r.serial_prefix))),
         null, r.serial_prefix
    from blank_receipts r join blanks b on b.blank_receipt_id = r.id left join sheets s on s.blank_id = b.id
   group by r.paper_id, r.serial_prefix
$$;
revoke execute on function counts_after_restore() from public;
grant execute on function counts_after_restore() to dikshant_app;

create or replace function count_name(count text) returns text language sql stable as $$
  select coalesce(
    (select s.name || substr(count, length(series_counter(s.id, '')) + 1) from number_series s where is_count_of(count, s.id)),
    (select p.name || ' ' || p.colour || substr(count, length(stock_counter(p.id, ''))) from papers p where starts_with(count, stock_counter(p.id, ''))),
    '')
$$;

create or replace function recoveries__count_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (
    select from counts_after_restore() c
     where not exists (
       select from recovery_numbers n
        where n.recovery_id = new.id and n.series = c.series and n.kind = c.kind
          -- What waited in a run may be recorded as printed after the entry.
          and (c.last_kept is null or n.last_kept = c.last_kept or c.kind = 'serial' and n.last_found >= c.last_kept))
  ) then
    raise exception 'how far every count went is entered before' using errcode = 'check_violation', constraint = 'recoveries__complete';
  end if;
  if exists (
    select from blanks b join recovery_numbers n on n.recovery_id = new.id and n.kind = 'serial'
      join blank_receipts r on r.id = b.blank_receipt_id and n.series = stock_counter(r.paper_id, r.serial_prefix)
     where b.state in ('in_store', 'issued') and b.number <= n.last_found
  ) then
    raise exception 'sheets up to the last one that was found on paper are out of the stock'
      using errcode = 'check_violation', constraint = 'recoveries__sheets_put_aside';
  end if;
  insert into number_counters (series, last_number)
  select series, last_found from recovery_numbers where recovery_id = new.id and kind <> 'serial' and last_found > last_kept
  on conflict (series) do update set last_number = excluded.last_number;
  -- A series that began since stays as it is, as any that gave numbers.
  update number_series s
     set next_number = newest.last_found + 1, counted_year = newest.year, version = version + (s.counted_year is null)::integer
    from (
      select distinct on (s.id) s.id, n.last_found, coalesce(r.year, s.counted_year, extract(year from new.restored_at)::integer) as year
        from recovery_numbers n join number_series s on is_count_of(n.series, s.id)
        left join read_number(s.pattern, n.found_label) as r on true
       where n.recovery_id = new.id and n.kind = 'convocation' and n.last_found > n.last_kept
       order by s.id, year desc, n.last_found desc
    ) as newest
   where s.id = newest.id and newest.year >= coalesce(s.counted_year, 0);
  return null;
end $$;

create or replace function serial_lost_before(of_serial text) returns timestamptz language sql stable strict security definer set search_path = public, pg_temp as $$
  select min(e.restored_at)
    from blanks b join blank_receipts r on r.id = b.blank_receipt_id
    join recovery_numbers n on n.series = stock_counter(r.paper_id, r.serial_prefix)
    join recoveries e on e.id = n.recovery_id
   where b.serial = of_serial and b.number > n.last_kept and b.number <= n.last_found
$$;

-- Whoever puts a certificate into the queue again says since when it waits.
drop trigger certificates__join_queue on certificates;
drop function certificates__join_queue();
create function certificates__waits_since_queued() returns trigger language plpgsql as $$
begin
  if exists (select from sheets where certificate_id = new.id and is_valid) then
    raise exception 'what is printed again waits since it joined the queue'
      using errcode = 'check_violation', constraint = 'certificates__waits_since_queued';
  end if;
  return null;
end $$;
create constraint trigger certificates__waits_since_queued after update on certificates
  deferrable initially deferred for each row
  when (new.state = 'to_print' and old.state in ('printed', 'handed_over') and new.waiting_since = old.waiting_since)
  execute function certificates__waits_since_queued();
