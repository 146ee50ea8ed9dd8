import type pg from 'pg';
import { banks, certificateTypes, collegeNames, courses, towns } from './large-names.ts';
import { givenNames, surnames } from './names.ts';

/** The records that generated applications refer to: colleges, courses, papers, and staff who cannot sign in. */
export async function insertOffice(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into colleges (id, code, name, contact_number, address, convocation_fee)
     select gen_random_uuid(), 'GEN' || lpad(position::text, 3, '0'), name, '080 2200 0000', 'Karnataka', 500 + position::int % 20 * 50
       from unnest($1::text[]) with ordinality as college (name, position)`,
    [collegeNames],
  );
  await client.query(
    `insert into courses (id, name) select gen_random_uuid(), name from unnest($1::text[]) as course (name)
     on conflict do nothing`,
    [courses],
  );
  await client.query(
    `insert into number_series (id, name, pattern, scope, next_number)
     select gen_random_uuid(), 'Certificates', '{year}/{n:6}', '{year}', 1
      where not exists (select from number_series where pattern = '{year}/{n:6}')`,
  );
  await client.query(
    `insert into certificate_types (name, number_series)
     select unnest($1::text[]), name from number_series where pattern = '{year}/{n:6}'
         on conflict do nothing`,
    [certificateTypes],
  );
  await client.query(
    `insert into papers (id, code, name, colour)
     select gen_random_uuid(), 'GEN-' || upper(left(colour, 3)), 'Laid paper', colour
       from unnest(array['Maroon', 'Navy', 'Green', 'Brown']) as paper (colour)`,
  );
  // No application can be received without these.
  await client.query(
    `insert into university (id, name, place) select gen_random_uuid(), 'Generated University', 'Bengaluru'
      where not exists (select from university)`,
  );
  await client.query(
    `insert into fee_schedule (id, charge, amount) select gen_random_uuid(), 'reprint', 0
      where not exists (select from fee_schedule)`,
  );
  await client.query(
    `insert into staff (id, role, name, email, password_hash, disabled_at)
     select gen_random_uuid(), role, initcap(replace(role, '_', ' ')) || ' ' || number,
            replace(role, '_', '-') || '.' || number || '@generated.example', 'none', now()
       from unnest(array['receiver', 'case_worker']) as role, generate_series(1, 24) as number`,
  );
}

/** One row per application with everything that the tables below need. */
export async function generateApplications(client: pg.ClientBase, count: number): Promise<void> {
  await client.query(`
    create function pg_temp.id_at(at timestamptz, kind text, number bigint) returns uuid language sql immutable as $$
      select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(digest, 1, 3)
              || '8' || substr(digest, 4, 15))::uuid
        from md5(kind || number) as digest
    $$;
    create function pg_temp.one_of(choices anycompatiblearray, chance double precision) returns anycompatible
      language sql immutable as $$ select choices[1 + floor(chance * cardinality(choices))::int] $$;
    select setseed(0.25);
  `);
  // The older 98 % are finished, the newest 2 % are being worked on.
  await client.query(
    `create temporary table generated on commit drop as
     with choices as (
       select (select array_agg(id order by code) from colleges where code like 'GEN%') as colleges,
              (select array_agg(id order by name) from courses where name = any ($2)) as courses,
              (select array_agg(id order by code) from papers where code like 'GEN-%') as papers,
              (select array_agg(id order by email) from staff where email like 'receiver.%@generated.example') as receivers,
              (select array_agg(id order by email) from staff where email like 'case-worker.%@generated.example') as case_workers,
              (select coalesce(max(last_number), 0) from number_counters where series = 'acknowledgement') as acknowledged
     ), dated as (
       select number, number > $1 * 0.98 as is_recent, random() as chance, random() as name_chance, random() as surname_chance,
              now() - interval '10 years' * (1 - (number - random()) / $1) as received_at
         from generate_series(1, $1::bigint) as number
     ), decided as (
       select *,
              case when is_recent then case when chance < 0.80 then 'received' when chance < 0.86 then 'returned'
                                            when chance < 0.90 then 'rejected' else 'verified' end
                   else case when chance < 0.90 then 'verified' when chance < 0.985 then 'rejected'
                             when chance < 0.99 then 'returned' else 'received' end
              end as status,
              least(now(), received_at + random() * interval '5 days') as decided_at,
              extract(year from received_at)::int as year
         from dated
     ), placed as (
       select decided.*, acknowledged + number as acknowledgement_number,
              pg_temp.one_of(colleges, random()) as college_id, pg_temp.one_of(courses, random()) as course_id,
              pg_temp.one_of(papers, random()) as paper_id, pg_temp.one_of(receivers, random()) as received_by,
              pg_temp.one_of(case_workers, random()) as decided_by, pg_temp.one_of($3::text[], power(random(), 3)) as certificate_type
         from decided, choices
     )
     select placed.*, convocation_fee as total_amount,
            convocation_fee - case when status = 'rejected' or (status = 'received' and random() < 0.2) then 200 else 0 end as paid_amount,
            pg_temp.id_at(received_at, 'application', number) as id, pg_temp.id_at(received_at, 'photo', number) as photo_id,
            pg_temp.id_at(received_at, 'receipt', number) as receipt_id, pg_temp.id_at(received_at, 'draft', number) as draft_id,
            pg_temp.id_at(date_trunc('week', received_at), 'slip' || college_id, 0) as slip_id
       from placed join colleges on colleges.id = college_id
      order by number`,
    [count, courses, certificateTypes],
  );
  await numberCertificates(client);
  await client.query('analyze generated');
}

/** A convocation number for each verified application, after the real ones. */
async function numberCertificates(client: pg.ClientBase): Promise<void> {
  await client.query(`
    alter table generated add column convocation_sequence integer, add column convocation_number text;
    with numbered as (
      select number, year, row_number() over (partition by year order by decided_at, number) as position
        from generated where status = 'verified'
    ), placed as (
      select number, year, coalesce(last_number, 0) + position as sequence
        from numbered join number_series on pattern = '{year}/{n:6}'
          left join number_counters on series = series_counter(id, year::text)
    )
    update generated
       set convocation_sequence = sequence, convocation_number = placed.year || '/' || lpad(sequence::text, 6, '0')
      from placed
     where placed.number = generated.number
  `);
}

/** Two file rows per application, photo and receipt, without bytes. */
export async function insertFiles(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into stored_files (key, media_type, byte_size, sha256, stored_at)
    select 'generated/' || digest, 'image/jpeg', 40000 + number % 60000, digest || digest, received_at
      from generated, lateral (values (photo_id), (receipt_id)) as file (id), lateral md5(file.id::text) as digest
     order by number
  `);
  await client.query(`
    insert into files (id, kind, original_name, media_type, byte_size, sha256, storage_key, uploaded_by, uploaded_at)
    select file.id, kind, original_name, media_type, 40000 + number % 60000, digest || digest, 'generated/' || digest, received_by, received_at
      from generated,
           lateral (values (photo_id, 'photo', 'photo.jpg', 'image/jpeg'), (receipt_id, 'receipt', 'receipt.pdf', 'application/pdf'))
             as file (id, kind, original_name, media_type),
           lateral md5(file.id::text) as digest
     order by number
  `);
}

export async function insertContributors(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into contributors (record_id, staff_id, first_at) select id, received_by, received_at from generated order by number`,
  );
}

export async function insertApplications(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into applications (
       id, acknowledgement_number, registration_number, exam_roll_number, candidate_name, candidate_name_native, course_id, college_id,
       academic_year, mode_of_study, certificate_type, paper_id, photo_file_id, fee_amount, total_amount, paid_amount,
       status, received_by, received_at, verified_by, verified_at, rejected_by, rejected_at, rejection_remark, rejection_cause,
       returned_by, returned_at, return_reasons, version, certificate_stage, convocation_number)
     select id, acknowledgement_number,
            'REG' || year || lpad((number * 7919 % 10000000)::text, 7, '0'),
            (number * 104729 % 90000000 + 10000000)::text,
            given.latin || ' ' || (array['', 'K ', 'S ', 'M ', 'R '])[1 + number % 5] || surname.latin,
            case when number % 3 = 0 then given.kannada || ' ' || surname.kannada end,
            course_id, college_id, (year - 1) || '-' || lpad((year % 100)::text, 2, '0'),
            (array['Regular', 'Regular', 'Regular', 'Part-time', 'Distance'])[1 + number % 5],
            certificate_type, paper_id, photo_id, total_amount, total_amount, paid_amount, status, received_by, received_at,
            case status when 'verified' then decided_by end, case status when 'verified' then decided_at end,
            case status when 'rejected' then decided_by end, case status when 'rejected' then decided_at end,
            case status when 'rejected' then 'The draft does not cover the fee.' end, case status when 'rejected' then 'fee_short' end,
            case status when 'returned' then decided_by end, case status when 'returned' then decided_at end,
            case status when 'returned' then array['photo'] else '{}' end, case status when 'received' then 1 else 2 end,
            case when status = 'verified' then case when is_recent then 'waiting_for_print' else 'completed' end end, convocation_number
       from generated
       join unnest($1::text[], $2::text[]) with ordinality as given (latin, kannada, position)
         on given.position = 1 + floor(name_chance * cardinality($1))
       join unnest($3::text[], $4::text[]) with ordinality as surname (latin, kannada, position)
         on surname.position = 1 + floor(surname_chance * cardinality($3))
      order by number`,
    [
      givenNames.map(([latin]) => latin),
      givenNames.map(([, kannada]) => kannada),
      surnames.map(([latin]) => latin),
      surnames.map(([, kannada]) => kannada),
    ],
  );
}

/** The college's fee for each application. */
export async function insertCharges(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into charges (id, application_id, college_id, kind, scheduled_amount, paid_amount, charged_at)
    select pg_temp.id_at(received_at, 'charge', number), id, college_id, 'application', total_amount, paid_amount, received_at
      from generated order by number
  `);
}

/** The student of each application, added to the master a month before. */
export async function insertStudents(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into students (id, college_id, registration_number, exam_roll_number, name, name_native, address, created_at)
     select pg_temp.id_at(enrolled_at, 'student', number), applications.college_id, registration_number, exam_roll_number,
            candidate_name, candidate_name_native,
            number % 400 + 1 || ', ' || ($1::text[])[1 + number / 400 % cardinality($1)], enrolled_at
       from generated
       join applications using (id),
            lateral (select generated.received_at - interval '30 days' as enrolled_at) as enrolment
      order by number`,
    [towns],
  );
}

/**
 * One draft per application with exactly the paid amount; older ones were deposited, one slip per college and week, and
 * realised.
 */
export async function insertDrafts(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into deposit_slips (
      id, slip_number, state, account, bank_branch, college_id, prepared_by, prepared_at, deposited_on, deposited_by, deposited_at)
    select slip_id, coalesce((select last_number from number_counters where series = 'deposit slip'), 0)
             + row_number() over (order by deposited_at, slip_id),
           'deposited', 'University fee account', 'State Bank of India, Crawford Hall', college_id, received_by, deposited_at,
           (deposited_at at time zone 'Asia/Kolkata')::date, received_by, deposited_at
      from (
        select slip_id, college_id, (array_agg(received_by))[1] as received_by, max(received_at) as deposited_at
          from generated where not is_recent group by slip_id, college_id
      ) as slip
  `);
  await client.query(
    `insert into demand_drafts (
       id, bank, branch, number, drawn_on, amount, allocated_amount, state, college_id, received_by, received_at,
       receipt_file_id, deposit_slip_id, realised_on, realised_by, realised_at)
     select draft_id, ($1::text[])[1 + number % cardinality($1)],
            ($2::text[])[1 + (number / 1000000 + number / cardinality($1)) % cardinality($2)],
            lpad((number * 7919 % 1000000)::text, 6, '0'),
            (received_at at time zone 'Asia/Kolkata')::date - (number % 60)::int, paid_amount, paid_amount,
            case when is_recent then 'received' else 'realised' end, generated.college_id, received_by, received_at,
            receipt_id, deposit_slips.id, deposited_on, deposited_by, deposited_at
       from generated
       left join deposit_slips on deposit_slips.id = slip_id and not is_recent
      order by number`,
    [banks, towns],
  );
  await client.query(`
    insert into allocations (demand_draft_id, charge_id, application_id, college_id, amount, allocated_by, allocated_at)
    select draft_id, pg_temp.id_at(received_at, 'charge', number), id, college_id, paid_amount, received_by, received_at
      from generated order by number
  `);
}

/** A certificate for each verified application; the older ones are handed over. */
export async function insertCertificates(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into certificates (
      id, application_id, college_id, number_series_id, number_scope, convocation_year, convocation_sequence, convocation_number, search_text, state, created_at, waiting_since,
      printed_at, handed_over_at, handed_over_by)
    select pg_temp.id_at(decided_at, 'certificate', number), applications.id, generated.college_id, number_series.id, year, year, convocation_sequence,
           generated.convocation_number,
           search_text || E'\\n' || generated.convocation_number,
           case when is_recent then 'to_print' when number % 20 = 0 then 'printed' else 'handed_over' end, decided_at, decided_at,
           case when not is_recent then least(now(), decided_at + interval '10 days') end,
           case when is_handed_over then least(now(), decided_at + interval '30 days') end,
           case when is_handed_over then generated.received_by end
      from generated
      join applications using (id)
      join number_series on pattern = '{year}/{n:6}',
           lateral (select not is_recent and number % 20 <> 0 as is_handed_over) as handing
     where generated.status = 'verified'
     order by number
  `);
}

/** Continues the counters after the generated numbers. */
export async function moveCounters(client: pg.ClientBase): Promise<void> {
  await client.query(`
    insert into number_counters (series, last_number)
    select 'acknowledgement', max(acknowledgement_number) from generated
     union all
    select 'deposit slip', max(slip_number) from deposit_slips having count(*) > 0
     union all
    select series_counter(number_series_id, number_scope), max(convocation_sequence) from certificates group by number_series_id, number_scope
    on conflict (series) do update set last_number = excluded.last_number
  `);
}
