import { type RawBuilder, sql } from 'kysely';
import { studentRecord } from '#features/students/studies.ts';
import { columnsOf } from '#platform/server/db/declared-columns.ts';
import { type ImportKindSql, repeated } from './import-kind.ts';
import { unknownEntry } from './masters.ts';

const college = sql`join colleges c on c.code_key = identity_key(r.code)`;
/** Each row with its student: registration number within the college, in any writing. */
const matched = sql`
  import_rows r
  ${college}
  left join students m on m.college_id = c.id and m.registration_key = identity_key(r.registration_number)`;

/** What the row has beside its own columns, with the course by id in place of its name. */
const given = sql`case when r.entry ->> 'course_id' is null then r.entry else r.entry || jsonb_build_object(
  'course_id', (select id from courses where ${lower(sql`name`)} = ${lower(sql`r.entry ->> 'course_id'`)})) end`;

function lower(text: RawBuilder<unknown>) {
  return sql`lower(${text})`;
}

/** An empty optional cell leaves the master's value. */
const differs = sql<boolean>`(
  (m.registration_number, m.name, m.address) is distinct from (r.registration_number, r.name, r.address)
  or (r.exam_roll_number is not null and m.exam_roll_number is distinct from r.exam_roll_number)
  or (r.name_native is not null and m.name_native is distinct from r.name_native)
  or (r.entry is not null and jsonb_populate_record(m, ${given}) is distinct from m)
)`;

const record = Object.values(columnsOf(studentRecord)).map((column) => sql.ref(column));
const entry = sql`jsonb_populate_record(null::students, ${given}) as e`;

export const studentsSql: ImportKindSql = {
  sheetName: 'Students',

  event: 'students.imported',
  master: 'students',
  matched,
  differs,

  faults: (importId) => [
    sql`
      select r.import_id, r.row_number, 'code', 'unknown', r.code, known.wanted
        from import_rows r,
             (select 'The code of a college: ' || coalesce(string_agg(code, ', ' order by code), 'none is there yet')
                     || case when count(*) > 5 then ' …' else '' end || '.' as wanted
                from (select code from colleges order by code limit 6) as first) as known
       where r.import_id = ${importId} and r.code is not null
         and not exists (select from colleges c where c.code_key = identity_key(r.code))`,
    unknownEntry(importId, { field: 'courseId', column: 'course_id', of: 'courses', by: lower }),
    ...[
      { column: 'registration_number', field: 'registrationNumber' },
      { column: 'exam_roll_number', field: 'examRollNumber' },
    ].map((number) => repeated(importId, { ...number, noun: 'number', within: ['code'] })),
    sql`
      select r.import_id, r.row_number, 'examRollNumber', 'taken', r.exam_roll_number,
             'A number of its own; ' || m.name || ' (' || m.registration_number || ') has it.'
        from import_rows r
        ${college}
        join students m on m.college_id = c.id and m.roll_key = identity_key(r.exam_roll_number)
       where r.import_id = ${importId} and r.registration_number is not null
         and m.registration_key <> identity_key(r.registration_number)
         -- Two students of the file may exchange their numbers.
         and not exists (
           select from import_rows o
            where o.import_id = r.import_id and identity_key(o.code) = identity_key(r.code) and o.exam_roll_number is not null
              and identity_key(o.registration_number) = m.registration_key
         )`,
    sql`
      select r.import_id, r.row_number, 'registrationNumber', 'taken', r.registration_number,
             'A number of one student; ' || m.name || ' and another one have it. Ask an administrator to correct one of them.'
        from import_rows r
        ${college}
        join students m on m.college_id = c.id and m.registration_key = identity_key(r.registration_number) || '~2'
       where r.import_id = ${importId}`,
  ],

  updates: (changed) => [
    // Clear every number that changes first: two students may swap numbers.
    sql`
      update students m set exam_roll_number = null from ${changed} as r
       where m.id = r.master_id and r.exam_roll_number is not null and m.exam_roll_number <> r.exam_roll_number
    `,
    sql`
      update students m
         set registration_number = r.registration_number, name = r.name, address = r.address,
             exam_roll_number = coalesce(r.exam_roll_number, m.exam_roll_number),
             name_native = coalesce(r.name_native, m.name_native), version = m.version + 1,
             ${sql.join(record.map((column) => sql`${column} = coalesce(e.${column}, m.${column})`))}
        from ${changed} as r cross join lateral ${entry}
       where m.id = r.master_id`,
  ],

  insert: (importId, { first, end, at }) => sql`
    insert into students
           (id, college_id, registration_number, exam_roll_number, name, name_native, address, created_at, ${sql.join(record)})
    select r.new_id, c.id, r.registration_number, r.exam_roll_number, r.name, r.name_native, r.address, ${at},
           ${sql.join(record.map((column) => sql`e.${column}`))}
      from import_rows r
      ${college}
     cross join lateral ${entry}
     where r.import_id = ${importId} and r.row_number >= ${first} and r.row_number < ${end}
     order by r.row_number
        on conflict (college_id, registration_key) do nothing`,
};
