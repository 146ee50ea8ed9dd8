import { sql } from 'kysely';
import type { ImportKindSql, Tally } from './import-kind.ts';

/** Each row with the student whom it is about: registration number within the college, whatever the case. */
const matched = sql`
  import_rows r
  join colleges c on c.code = r.code
  left join students s on s.college_id = c.id and lower(s.registration_number) = lower(r.registration_number)`;

/** An empty optional cell leaves what the master has. */
const differs = sql`(
  (s.registration_number, s.name, s.address) is distinct from (r.registration_number, r.name, r.address)
  or (r.exam_roll_number is not null and s.exam_roll_number is distinct from r.exam_roll_number)
  or (r.name_native is not null and s.name_native is distinct from r.name_native)
)`;

const isGood = sql`not exists (
  select from import_faults f where f.import_id = r.import_id and f.row_number = r.row_number
)`;

export const studentsSql: ImportKindSql = {
  sheetName: 'Students',

  async lockMaster(db) {
    await sql`lock table students in share row exclusive mode`.execute(db);
  },

  async check(db, importId) {
    await sql`
      insert into import_faults (import_id, row_number, field, code, found, wanted)
      select r.import_id, r.row_number, 'code', 'unknown', r.code, known.wanted
        from import_rows r,
             (select 'The code of a college: ' || coalesce(string_agg(code, ', ' order by code), 'none is there yet')
                     || case when count(*) > 5 then ' …' else '' end || '.' as wanted
                from (select code from colleges order by code limit 6) as first) as known
       where r.import_id = ${importId} and r.code is not null
         and not exists (select from colleges c where c.code = r.code)
       order by r.row_number`.execute(db);
    for (const [column, field] of [
      ['registration_number', 'registrationNumber'],
      ['exam_roll_number', 'examRollNumber'],
    ] as const) {
      const number = sql.ref(column);
      await sql`
        insert into import_faults (import_id, row_number, field, code, found, wanted)
        select import_id, row_number, ${field}, 'repeated', ${number},
               'A number of its own; row ' || coalesce(before, after) || ' has the same.'
          from (select import_id, row_number, ${number},
                       lag(row_number) over same as before, lead(row_number) over same as after
                  from import_rows
                 where import_id = ${importId} and code is not null and ${number} is not null
                window same as (partition by code, lower(${number}) order by row_number)) as numbered
         where coalesce(before, after) is not null
         order by row_number`.execute(db);
    }
    await sql`
      insert into import_faults (import_id, row_number, field, code, found, wanted)
      select r.import_id, r.row_number, 'examRollNumber', 'taken', r.exam_roll_number,
             'A number of its own; ' || s.name || ' (' || s.registration_number || ') has it.'
        from import_rows r
        join colleges c on c.code = r.code
        join students s on s.college_id = c.id and lower(s.exam_roll_number) = lower(r.exam_roll_number)
       where r.import_id = ${importId} and r.registration_number is not null
         and lower(s.registration_number) <> lower(r.registration_number)
         -- Two students of the file may exchange their numbers.
         and not exists (
           select from import_rows o
            where o.import_id = r.import_id and o.code = r.code and o.exam_roll_number is not null
              and lower(o.registration_number) = lower(s.registration_number)
         )
       order by r.row_number`.execute(db);
  },

  async tally(db, importId) {
    const { rows } = await sql<Tally>`
      select count(*) filter (where s.id is null) as "newCount",
             count(*) filter (where s.id is not null and ${differs}) as "changedCount",
             count(*) filter (where s.id is not null and not ${differs}) as "unchangedCount",
             coalesce(sum(hashtextextended(s.id::text || s.version, 0)), 0)::text as "masterState"
        from ${matched}
       where r.import_id = ${importId} and ${isGood}`.execute(db);
    return rows[0]!;
  },

  async update(db, importId) {
    const changed = sql`(
      select r.*, s.id as student_id from ${matched}
       where r.import_id = ${importId} and s.id is not null and ${differs}
    )`;
    // First every number that moves is given up: two students may exchange theirs.
    await sql`
      update students s set exam_roll_number = null from ${changed} as r
       where s.id = r.student_id and r.exam_roll_number is not null and s.exam_roll_number <> r.exam_roll_number
    `.execute(db);
    await sql`
      update students s
         set registration_number = r.registration_number, name = r.name, address = r.address,
             exam_roll_number = coalesce(r.exam_roll_number, s.exam_roll_number),
             name_native = coalesce(r.name_native, s.name_native), version = s.version + 1
        from ${changed} as r
       where s.id = r.student_id`.execute(db);
  },

  async insert(db, importId, { first, end, at }) {
    const { numAffectedRows } = await sql`
      insert into students
             (id, college_id, registration_number, exam_roll_number, name, name_native, address, created_at)
      select r.new_id, c.id, r.registration_number, r.exam_roll_number, r.name, r.name_native, r.address, ${at}
        from import_rows r
        join colleges c on c.code = r.code
       where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end}
       order by r.row_number
          on conflict (college_id, lower(registration_number)) do nothing`.execute(db);
    return Number(numAffectedRows ?? 0);
  },
};
