-- After a restore: whatever was given out since the restored moment is on paper alone. Until two persons have entered how far that
-- went, no number is given and nothing is printed.

create table recoveries (
  id            uuid primary key,
  restored_at   timestamptz not null,
  restored_to   timestamptz not null,
  entered_by    uuid references staff,
  entered_at    timestamptz,
  confirmed_by  uuid references staff,
  confirmed_at  timestamptz,
  version       integer not null default 1,
  constraint recoveries__entered_is_signed check ((entered_by is null) = (entered_at is null)),
  constraint recoveries__confirmed_is_signed check ((confirmed_by is null) = (confirmed_at is null)),
  constraint recoveries__confirmed_is_entered check (confirmed_by is null or entered_by is not null),
  constraint recoveries__confirmed_by_another check (confirmed_by <> entered_by)
);
comment on table recoveries is 'Written by npm run restore alone. While one is not confirmed the portal is in recovery mode.';
comment on column recoveries.restored_to is 'The moment of the newest record that was kept.';
create unique index recoveries__one_open on recoveries ((true)) where confirmed_at is null;

create table recovery_numbers (
  recovery_id   uuid not null references recoveries,
  series        text not null,
  kind          text not null,
  last_kept     integer not null,
  last_found    integer not null,
  kept_label    text,
  found_label   text,
  constraint recovery_numbers__series_once primary key (recovery_id, series),
  constraint recovery_numbers__kind_known check (
    kind in ('acknowledgement', 'convocation', 'print_run', 'deposit_slip', 'bundle', 'signing_batch', 'serial')
  ),
  constraint recovery_numbers__found_not_before_kept check (last_found >= last_kept and last_kept >= 0),
  constraint recovery_numbers__found_is_named check (found_label is not null or last_found = last_kept)
);
comment on table recovery_numbers is 'How far each count went: those after last_kept, up to last_found, were lost in the restore.';
comment on column recovery_numbers.series is 'The counter in number_counters; of serials ''serial'', the id of their paper and their prefix.';
comment on column recovery_numbers.kept_label is 'As it stands on paper; null where nothing of its count was kept.';
comment on column recovery_numbers.found_label is 'As it stands on paper; null where none was kept and none was found.';

create function is_in_recovery() returns boolean language sql stable security definer set search_path = public, pg_temp
  return exists (select from recoveries where confirmed_at is null);

-- The application's role may do none of this either, past the portal.
create function refuse_in_recovery() returns trigger language plpgsql as $$
begin
  if is_in_recovery() then
    raise exception 'in recovery mode after a restore no number is given and nothing is printed'
      using errcode = 'check_violation', constraint = tg_table_name || '__not_in_recovery';
  end if;
  return null;
end $$;
-- Counters first: every gapless number is one of theirs.
create trigger number_counters__not_in_recovery before insert or update or delete on number_counters
  for each statement execute function refuse_in_recovery();
create trigger applications__not_in_recovery before insert on applications for each statement execute function refuse_in_recovery();
create trigger certificates__not_in_recovery before insert on certificates for each statement execute function refuse_in_recovery();
create trigger deposit_slips__not_in_recovery before insert on deposit_slips for each statement execute function refuse_in_recovery();
create trigger bundles__not_in_recovery before insert on bundles for each statement execute function refuse_in_recovery();
create trigger signing_batches__not_in_recovery before insert on signing_batches for each statement execute function refuse_in_recovery();
create trigger print_runs__not_in_recovery before insert or update of state on print_runs
  for each statement execute function refuse_in_recovery();
create trigger sheets__not_in_recovery before insert on sheets for each statement execute function refuse_in_recovery();
create trigger proofs__not_in_recovery before insert on proofs for each statement execute function refuse_in_recovery();

create function recoveries__stay() returns trigger language plpgsql as $$
begin
  -- Restored once more while it is open, it is of that restore; the portal's role may not write its moments.
  if old.confirmed_at is not null or old.id <> new.id then
    raise exception 'a recovery that was confirmed stays as it was' using errcode = 'check_violation', constraint = 'recoveries__stay';
  end if;
  return new;
end $$;
create trigger recoveries__stay before update on recoveries for each row execute function recoveries__stay();

create function recovery_numbers__stay() returns trigger language plpgsql as $$
begin
  if exists (select from recoveries where id = coalesce(new.recovery_id, old.recovery_id) and confirmed_at is not null) then
    raise exception 'a recovery that was confirmed stays as it was' using errcode = 'check_violation', constraint = 'recovery_numbers__stay';
  end if;
  return coalesce(new, old);
end $$;
create trigger recovery_numbers__stay before insert or update or delete on recovery_numbers
  for each row execute function recovery_numbers__stay();

-- Every count that may have given numbers since the restored moment, and how far it was then: each counter, what each series may
-- have begun in any academic year, which is null, and each stock with the last number that was printed, or lost before.
create function counts_after_restore() returns table (series text, kind text, last_kept integer)
  language sql stable security definer set search_path = public, pg_temp as $$
  with plain (series) as (values ('acknowledgement'), ('print run'), ('deposit slip'), ('bundle'))
  select p.series, replace(p.series, ' ', '_'), coalesce(c.last_number, 0)
    from plain p left join number_counters c on c.series = p.series
  union all
  select c.series, case when c.series like 'certificates %' then 'convocation' else replace(c.series, ' ', '_') end, c.last_number
    from number_counters c where c.series not in (select p.series from plain p)
  union all
  select distinct begun.series, 'convocation', null::integer
    from number_series s
    left join certificate_types t on t.number_series = s.name
    cross join generate_series(2001, extract(year from now())::integer + 1) as year
    cross join lateral number_count(s, year, t.number_letters) as begun (series)
   where not exists (select from number_counters c where c.series = begun.series)
  union all
  select 'serial ' || r.paper_id || ' ' || r.serial_prefix, 'serial',
         greatest(0, max(b.number) filter (where s.outcome is not null), (
           select max(n.last_found) from recovery_numbers n join recoveries e on e.id = n.recovery_id and e.confirmed_at is not null
            where n.series = 'serial ' || r.paper_id || ' ' || r.serial_prefix))
    from blank_receipts r join blanks b on b.blank_receipt_id = r.id left join sheets s on s.blank_id = b.id
   group by r.paper_id, r.serial_prefix
$$;
revoke execute on function counts_after_restore() from public;
grant execute on function counts_after_restore() to dikshant_app;

-- Its series with year and letters, or its paper with the prefix; empty where there is one of its kind alone.
create function count_name(count text) returns text language sql stable as $$
  select coalesce(
    (select s.name || substr(count, length('certificates ' || s.id) + 1) from number_series s where count || ' ' like 'certificates ' || s.id || ' %'),
    (select p.name || ' ' || p.colour || substr(count, length('serial ' || p.id) + 1) from papers p where count like 'serial ' || p.id || ' %'),
    '')
$$;

-- Its confirmation moves the counters on. Every count is named, and none goes back.
create function recoveries__count_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
      join blank_receipts r on r.id = b.blank_receipt_id and n.series = 'serial ' || r.paper_id || ' ' || r.serial_prefix
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
        from recovery_numbers n join number_series s on n.series || ' ' like 'certificates ' || s.id || ' %'
        left join read_number(s.pattern, n.found_label) as r on true
       where n.recovery_id = new.id and n.kind = 'convocation' and n.last_found > n.last_kept
       order by s.id, year desc, n.last_found desc
    ) as newest
   where s.id = newest.id and newest.year >= coalesce(s.counted_year, 0);
  return null;
end $$;
revoke execute on function recoveries__count_on() from public;
create trigger recoveries__count_on after update on recoveries for each row
  when (old.confirmed_at is null and new.confirmed_at is not null) execute function recoveries__count_on();

-- A count may go on behind what was lost.
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
              and n.series = rtrim('certificates ' || counted.number_series_id || ' ' || counted.number_scope)))
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

-- Whether a sheet with this number may have been issued around a restore, so that the portal does not know its code: while nobody has
-- said how far the counts went, each number that a series writes; then those of the gaps, and those that waited for print, or for a
-- reprint, and may have been printed on the sheets that are gone.
create function may_be_lost(number text) returns boolean language sql stable strict security definer set search_path = public, pg_temp as $$
  select exists (
    select from number_series s, read_number(s.pattern, number) as r
     where is_in_recovery() or exists (
       select from recovery_numbers n
        where n.series = number_count(s, r.year, r.letters) and r.n > n.last_kept and r.n <= n.last_found)
  ) or exists (
    select from certificates c join recoveries r on r.restored_to >= c.created_at
     where certificate_number_key(c.convocation_number) = certificate_number_key(number)
       and exists (select from recovery_numbers n where n.recovery_id = r.id and n.kind = 'serial' and n.last_found > n.last_kept)
       and (
         not exists (select from sheets s where s.certificate_id = c.id and s.outcome = 'good' and s.outcome_at <= r.restored_to)
         or exists (
           select from reprint_requests q
            where q.certificate_id = c.id and q.requested_at <= r.restored_to
              and (q.status is distinct from 'rejected' or q.decided_at > r.restored_to)
              and (q.reprinted_at is null or q.reprinted_at > r.restored_to)))
  )
$$;

-- The restore before which a sheet was printed on it, but after the moment that was restored; null where there is none.
create function serial_lost_before(of_serial text) returns timestamptz language sql stable strict security definer set search_path = public, pg_temp as $$
  select min(e.restored_at)
    from blanks b join blank_receipts r on r.id = b.blank_receipt_id
    join recovery_numbers n on n.series = 'serial ' || r.paper_id || ' ' || r.serial_prefix
    join recoveries e on e.id = n.recovery_id
   where b.serial = of_serial and b.number > n.last_kept and b.number <= n.last_found
$$;

grant select on recoveries, recovery_numbers to dikshant_app;
grant insert, delete on recovery_numbers to dikshant_app;
grant update (entered_by, entered_at, confirmed_by, confirmed_at, version) on recoveries to dikshant_app;
