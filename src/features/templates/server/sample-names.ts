import { type Expression, sql } from 'kysely';
import type { FieldValue, SheetField } from '#features/certificates/template.ts';
import type { Db } from '#platform/server/db/database.ts';
import { namesOf } from '#shared/labels.ts';
import { type PrintedScript, printedScripts } from '#shared/printed-scripts.ts';
import type { Sample } from '../picture-contract.ts';

type Words = Partial<Record<SheetField, FieldValue>>;

/** Names whose letters join in more ways than most. */
const hardNative: Record<PrintedScript, string> = {
  kannada: 'ಶ್ರೀಮತ್ಸಿದ್ಧಾರ್ಥ ಲಕ್ಷ್ಮೀನರಸಿಂಹಸ್ವಾಮಿ ವಿಶ್ವೇಶ್ವರಯ್ಯ',
  devanagari: 'राष्ट्रकीर्ति लक्ष्मीनारायण चट्टोपाध्याय',
  tamil: 'ஸ்ரீலக்ஷ்மி கௌசல்யா கோதண்டராமன்',
  telugu: 'జ్ఞానేశ్వరి లక్ష్మీనారాయణ విశ్వేశ్వరశర్మ',
};

/** Difficult names in these scripts: long words, conjuncts, and vowel signs before, above and around a letter. */
export const hardNames = (scripts: readonly PrintedScript[]): Words => ({
  candidateName: 'Venkata Subrahmanya Satyanarayana Lakshminarasimha Ramachandrachar Krishnamurthy',
  candidateNameNative: scripts.map((script) => hardNative[script]).join(' • '),
  degreeTitle: 'Master of Philosophy in Interdisciplinary Environmental Studies',
  subject: 'Instrumentation, Telecommunication and Computational Engineering',
  college: 'Sri Siddhartha Institute of Advanced Technological Studies and Research, Chikkaballapura',
  division: 'First Class with Distinction and Honours',
});

/** The longest or shortest names of applications, courses and colleges, separately for each script. */
export async function findNames(db: Db, sample: Exclude<Sample, 'hardest'>): Promise<Words> {
  const isShort = sample === 'shortest';
  const [names, course, college] = await Promise.all([
    findCandidateNames(db, isShort),
    findCourse(db, isShort),
    findCollege(db, isShort),
  ]);
  const { latin, ...ofScripts } = names ?? {};
  const found = Object.values(ofScripts).filter((name) => name !== null);
  const native = {
    ...ofScripts,
    longest: found.toSorted((a, b) => b.length - a.length)[0],
    shortest: found[0],
  }[sample];
  return {
    ...(latin && { candidateName: latin }),
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
        ...namesOf(printedScripts).map((script) =>
          extreme(native, isShort, `[${printedScripts[script].letters}]`).as(script),
        ),
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
