import { type Expression, sql } from 'kysely';
import type { FieldValue, SheetField } from '#features/certificates/template.ts';
import type { Db } from '#platform/server/db/database.ts';
import { letterRanges } from '#shared/scripts.ts';
import type { Sample } from '../picture-contract.ts';

type Words = Partial<Record<SheetField, FieldValue>>;

/** Difficult names in all scripts: long words, conjuncts, and vowel signs before, above and around a letter. */
export const hardNames: Words = {
  candidateName: 'Venkata Subrahmanya Satyanarayana Lakshminarasimha Ramachandrachar Krishnamurthy',
  candidateNameNative: 'ಶ್ರೀಮತ್ಸಿದ್ಧಾರ್ಥ ಲಕ್ಷ್ಮೀನರಸಿಂಹಸ್ವಾಮಿ ವಿಶ್ವೇಶ್ವರಯ್ಯ • राष्ट्रकीर्ति लक्ष्मीनारायण चट्टोपाध्याय',
  degreeTitle: 'Master of Philosophy in Interdisciplinary Environmental Studies',
  subject: 'Instrumentation, Telecommunication and Computational Engineering',
  college: 'Sri Siddhartha Institute of Advanced Technological Studies and Research, Chikkaballapura',
  division: 'First Class with Distinction and Honours',
};

/** The longest or shortest names of applications, courses and colleges, separately for each script. */
export async function findNames(db: Db, sample: Exclude<Sample, 'hardest'>): Promise<Words> {
  const isShort = sample === 'shortest';
  const [names, course, college] = await Promise.all([
    findCandidateNames(db, isShort),
    findCourse(db, isShort),
    findCollege(db, isShort),
  ]);
  const native = {
    kannada: names?.kannada,
    devanagari: names?.devanagari,
    longest: [names?.kannada, names?.devanagari].sort((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0],
    shortest: names?.kannada ?? names?.devanagari,
  }[sample];
  return {
    ...(names?.latin && { candidateName: names.latin }),
    candidateNameNative: native ?? '',
    ...course,
    ...(college && { college }),
  };
}

/** One pass that compares lengths before texts. */
async function findCandidateNames(db: Db, isShort: boolean) {
  return db
    .selectFrom('applications')
    .select((of) => {
      const name = of.ref('candidate_name');
      const native = of.ref('candidate_name_native');
      return [
        extreme(name, isShort).as('latin'),
        sql<string | null>`${extreme(native, isShort, letterRanges.kannada)}`.as('kannada'),
        sql<string | null>`${extreme(native, isShort, letterRanges.devanagari)}`.as('devanagari'),
      ];
    })
    .executeTakeFirst();
}

function extreme(text: Expression<string | null>, isShort: boolean, letters = '.') {
  const numbered = sql`lpad(char_length(${text})::text, 4, '0') || ${text}`;
  const found = isShort ? sql`min(${numbered})` : sql`max(${numbered})`;
  return sql<string | null>`substr(${found} filter (where ${text} ~ ${letters}), 5)`;
}

async function findCourse(db: Db, isShort: boolean): Promise<Words> {
  const length = sql`char_length(coalesce(degree_title, name) || coalesce(subject, ''))`;
  const course = await db
    .selectFrom('courses')
    .orderBy(length, isShort ? 'asc' : 'desc')
    .orderBy('name')
    .select(['name', 'degree_title', 'degree_titles', 'subject', 'subjects', 'faculty'])
    .executeTakeFirst();
  return course
    ? {
        degreeTitle: course.degree_title ?? course.name,
        degreeTitles: (course.degree_titles ?? {}) as Record<string, string>,
        subject: course.subject ?? '',
        subjects: (course.subjects ?? {}) as Record<string, string>,
        faculty: course.faculty ?? '',
      }
    : {};
}

async function findCollege(db: Db, isShort: boolean): Promise<string | undefined> {
  const college = await db
    .selectFrom('colleges')
    .orderBy(sql`char_length(name)`, isShort ? 'asc' : 'desc')
    .orderBy('name')
    .select('name')
    .executeTakeFirst();
  return college?.name;
}
