import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { termWithCollege } from '#features/colleges/server/queries.ts';
import { commandOf } from '#platform/server/command.ts';
import { type Db, fromRow, rowsFound } from '#platform/server/db/database.ts';
import { onDays } from '#platform/server/db/days.ts';
import { columnsOf, entryOf } from '#platform/server/db/declared-columns.ts';
import { hasKey, identityKey } from '#platform/server/db/identity.ts';
import { listQueries } from '#platform/server/db/list-page.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { studentAward } from '#shared/award-record.ts';
import { dayInIndia } from '#shared/format.ts';
import { bareNumber, mobileIn } from '#shared/typed-number.ts';
import {
  FoundStudent,
  Student,
  StudentDetail,
  type StudentFilters,
  type studentsContract,
} from '../contract.ts';
import { studentRecord } from '../studies.ts';

export const studentCommand = commandOf<typeof studentsContract>();

export const students = listQueries({
  order: {
    columns: {
      createdAt: { column: 'students.created_at', type: 'timestamptz' },
      name: { column: 'students.name', type: 'name' },
    },
    id: 'students.id',
    first: '-createdAt',
  },
  rows: async (db, { search, ...filters }: StudentFilters) => ({
    table: 'students',
    rows: filterStudents(db.selectFrom('students').selectAll('students'), filters),
    search: search ? await termWithCollege(db, 'students', search, byMobile(search)) : undefined,
  }),
  show: (db, found) => studentRows(rowsFound(db, found, 'students')),
  record: (row) => fromRow(Student, row),
});

function byMobile(search: string) {
  const mobile = mobileIn(bareNumber(search));
  return mobile === null ? [] : [sql<boolean>`right(students.mobile, 10) = ${mobile}`];
}

function filterStudents<Row>(
  query: SelectQueryBuilder<DB, 'students', Row>,
  { collegeId, ...days }: Omit<StudentFilters, 'search'>,
) {
  let filtered = query;
  if (days.from || days.to) filtered = filtered.where(onDays('students.created_at', days));
  if (collegeId !== 'all') filtered = filtered.where('students.college_id', '=', collegeId);
  return filtered;
}

export async function getStudent(db: Db, id: string): Promise<StudentDetail> {
  const row = await studentRows(db.selectFrom('students'))
    .leftJoin('courses', 'courses.id', 'students.course_id')
    .select(recordColumns)
    .where('students.id', '=', id)
    .executeTakeFirstOrThrow(() => domainError('students.not_found'));
  return fromRow(StudentDetail, row, entryOf(studentAward, row));
}

/** Adds what lists do not have to rows, with the course by its name. */
export async function withRecord(db: Db, rows: Student[]): Promise<Student[]> {
  const known = await db
    .selectFrom('students')
    .leftJoin('courses', 'courses.id', 'students.course_id')
    .where('students.id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .select('students.id')
    .select(recordColumns)
    .execute();
  const byId = new Map(
    known.map((row) => [row.id, entryOf(studentRecord, { ...row, course_id: row.course_degree })]),
  );
  return rows.map((row) => ({ ...row, ...byId.get(row.id) }));
}

/** A student to be changed; the row is locked until the transaction ends. */
export async function lockStudent(db: Db, id: string) {
  return db
    .selectFrom('students')
    .selectAll('students')
    .select(hasApplication)
    .where('students.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => domainError('students.not_found'));
}

const keys = { registrationNumber: 'students.registration_key', examRollNumber: 'students.roll_key' };

/** By the registration or exam roll number, in any writing. */
export async function findStudents(
  db: Db,
  { number, by }: { number: string; by?: keyof typeof keys },
): Promise<FoundStudent[]> {
  const [first, ...others] = by ? [keys[by]] : Object.values(keys);
  const found = others.reduce(
    (rows, key) => rows.union(withKey(db, key, number)),
    withKey(db, first!, number),
  );
  const rows = await found.orderBy('college_name').orderBy('name').execute();
  return rows.map((row) =>
    fromRow(FoundStudent, row, {
      ...entryOf(studentAward, row),
      consentRecordedOn: row.consent_recorded_at && dayInIndia(row.consent_recorded_at),
    }),
  );
}

/**
 * The indexes on both keys begin with the college, so each college is looked up; they are far fewer than students.
 */
function withKey(db: Db, key: string, number: string) {
  return db
    .selectFrom('students')
    .innerJoin('colleges', 'colleges.id', 'students.college_id')
    .leftJoin('courses', 'courses.id', 'students.course_id')
    .where(hasKey(key, identityKey(number)))
    .select([...shownColumns, 'colleges.code as college_code', 'colleges.name as college_name'])
    .select(recordColumns)
    .select('students.consent_recorded_at');
}

// biome-ignore lint/complexity/noBannedTypes: Kysely's own notation of "nothing selected yet"
type Students = SelectQueryBuilder<DB, 'students', {}>;

const shownColumns = (
  ['id', 'name', 'name_native', 'registration_number', 'exam_roll_number', 'college_id', 'address'] as const
).map((column) => `students.${column}` as const);
const recordColumns = [
  'students.course_id' as const,
  'students.academic_year' as const,
  'students.mode_of_study' as const,
  'courses.name as course_degree' as const,
  ...Object.values(columnsOf(studentAward)).map((column) => sql.ref(`students.${column}`).as(column)),
];

/** A list row's columns and joins. */
function studentRows(students: Students) {
  return students
    .innerJoin('colleges', 'colleges.id', 'students.college_id')
    .select([...shownColumns, 'students.version'])
    .select(['colleges.code as college_code', 'colleges.name as college_name'])
    .select(hasApplication);
}

function hasApplication(eb: ExpressionBuilder<DB, 'students'>) {
  return eb
    .exists(
      eb
        .selectFrom('applications')
        .select(sql`1`.as('one'))
        .whereRef('applications.college_id', '=', 'students.college_id')
        .where('applications.registration_key', '=', identityKey(sql.ref('students.registration_number'))),
    )
    .$castTo<boolean>()
    .as('has_application');
}
