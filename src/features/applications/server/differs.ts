import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { columnsOf } from '#platform/server/db/declared-columns.ts';
import { hasKey, identityKey } from '#platform/server/db/identity.ts';
import type { DB } from '#platform/server/db/tables.ts';
import { awardRecord, isContactField } from '#shared/award-record.ts';

/** Invisible characters, which `master-comparison.ts` ignores as Unicode's Default_Ignorable_Code_Point. */
const ignorable = sql.lit(
  '[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F' +
    '\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8\\U000E0000-\\U000E0FFF]',
);

const own = (column: string) => sql.ref<string>(`applications.${column}`);
const master = (column: string) => sql.ref<string>(`students.${column}`);

/** In the order of `master-comparison.ts`; the numbers are compared in any writing. */
const compared = [
  differing(own('candidate_name'), master('name')),
  differing(own('candidate_name_native'), master('name_native')),
  sql<boolean>`coalesce(${identityKey(own('registration_number'))} <> ${identityKey(master('registration_number'))}, false)`,
  sql<boolean>`coalesce(${identityKey(own('exam_roll_number'))} <> ${identityKey(master('exam_roll_number'))}, false)`,
  differing(own('course_id'), master('course_id')),
  differing(own('academic_year'), master('academic_year')),
  differing(own('mode_of_study'), master('mode_of_study')),
  ...Object.entries(columnsOf(awardRecord)).map(([name, column]) => {
    const awarded = sql.ref(`award_records.${column}`);
    const differs = differing(awarded, master(name === 'postalAddress' ? 'address' : column));
    // A blank contact field is no difference.
    return isContactField(name) ? sql<boolean>`(${awarded} is not null and ${differs})` : differs;
  }),
];

function differing(value: RawBuilder<unknown>, known: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(${known} is not null and ${value} is distinct from ${known} and ${plain(value)} <> ${plain(known)} and ${plain(known)} <> '')`;
}

function plain(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql`lower(btrim(regexp_replace(regexp_replace(normalize(coalesce(${text}::text, ''), NFC), ${ignorable}, '', 'g'), '\\s+', ' ', 'g')))`;
}

type Builder = ExpressionBuilder<DB, 'applications'>;

/**
 * Whether an application differs from the student master: `differencesOf` for many rows. It is of the same student as
 * `findStudentOf`: of the college by registration number, of another college, which differs, or of the college by roll.
 */
export function differsFromMaster(eb: Builder): RawBuilder<boolean> {
  const ofCollege = eb
    .selectFrom('students')
    .leftJoin('award_records', 'award_records.application_id', 'applications.id')
    .whereRef('students.college_id', '=', 'applications.college_id')
    .select(sql<boolean>`(${sql.join(compared, sql` or `)})`.as('differs'))
    .limit(1);
  const isRegistered = hasKey('students.registration_key', own('registration_key'));
  const isOfRoll = hasKey('students.roll_key', own('roll_key'));
  const hasRollAsRegistration = hasKey('students.registration_key', own('roll_key'));
  const registered = ofCollege
    .where(isRegistered)
    .orderBy(sql`${master('registration_number')} = ${own('registration_number')}`, 'desc')
    .orderBy('students.name');
  const elsewhere = eb
    .selectFrom('colleges')
    .innerJoin('students', 'students.college_id', 'colleges.id')
    .where(isRegistered)
    .select(sql`true`.as('differs'))
    .limit(1);
  const ofRoll = ofCollege
    .where((student) => student.or([isOfRoll, hasRollAsRegistration]))
    .orderBy('students.name');
  return sql`coalesce((${registered}), (${elsewhere}), (${ofRoll}), false)`;
}
