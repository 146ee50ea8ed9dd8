import type { FoundStudent } from '#features/students/contract.ts';
import type { studies } from '#features/students/studies.ts';
import { type AwardField, awardOfStudent, isContactField } from '#shared/award-record.ts';
import { type ApplicationFormValues, usualMode } from './application-form-values.ts';

/** The form fields that the student master can fill in. */
type MasterField =
  | NumberField
  | 'candidateName'
  | 'candidateNameNative'
  | 'collegeId'
  | keyof typeof studies
  | AwardField;
type MasterValues = Pick<ApplicationFormValues, MasterField>;
/** The consent is the candidate's: no college gives it in their place. */
type FormValues = MasterValues & Pick<ApplicationFormValues, 'contactNotice'>;

/** The numbers that find a student. */
export type NumberField = 'registrationNumber' | 'examRollNumber';

/** What was filled in from the student master, and the values before. */
export type Fill = {
  student: FoundStudent;
  matchedBy: NumberField;
  /** The number as it was typed, in any writing. */
  typed: string;
  filled: Partial<MasterValues>;
  before: Partial<MasterValues>;
  /** Fields that differ from the master, because the person typed them. */
  kept: MasterField[];
};

/** Fills in the fields that the person has not typed; contact details only once the consent is ticked. */
export function fillFrom(student: FoundStudent, matchedBy: NumberField, values: FormValues): Fill {
  const known: MasterValues = {
    registrationNumber: student.registrationNumber,
    examRollNumber: student.examRollNumber ?? '',
    candidateName: student.name,
    candidateNameNative: student.nameNative ?? '',
    collegeId: student.collegeId,
    courseId: student.courseId ?? '',
    academicYear: student.academicYear ?? '',
    modeOfStudy: student.modeOfStudy ?? '',
    ...awardOfStudent(student),
  };
  const isKnown = (field: MasterField) =>
    known[field] !== '' && (values.contactNotice !== null || !isContactField(field));
  const typed = (field: MasterField) => String(values[field] ?? '').trim();
  // The form opens with the usual mode, so that nobody may have typed it.
  const isTyped = (field: MasterField) =>
    typed(field) !== '' && !(field === 'modeOfStudy' && values[field] === usualMode);
  const fields = (Object.keys(known) as MasterField[]).filter(
    (field) => field !== matchedBy && isKnown(field) && !isAlike(typed(field), String(known[field])),
  );
  const empty = fields.filter((field) => !isTyped(field));
  return {
    student,
    matchedBy,
    typed: typed(matchedBy),
    filled: pick(known, empty),
    before: pick(values, empty),
    kept: fields.filter(isTyped),
  };
}

function pick(values: Partial<MasterValues>, fields: MasterField[]): Partial<MasterValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** Adds the master's contact details once the candidate consents; fills in nothing else again. */
export function withContact(fill: Fill, values: FormValues): Fill {
  const next = fillFrom(fill.student, fill.matchedBy, values);
  const contact = (Object.keys(next.filled) as MasterField[]).filter(isContactField);
  return {
    ...fill,
    filled: { ...fill.filled, ...pick(next.filled, contact) },
    before: { ...fill.before, ...pick(next.before, contact) },
  };
}

/** The values that undo the fill; fields changed since stay. */
export function undoFill({ filled, before }: Fill, values: MasterValues): Partial<MasterValues> {
  const untouched = (Object.keys(filled) as MasterField[]).filter((field) => values[field] === filled[field]);
  return Object.fromEntries(untouched.map((field) => [field, before[field]]));
}

/** The student without studies that the form does not offer, such as a course that is no longer taught. */
export function withOffered(
  student: FoundStudent,
  offered: Record<keyof typeof studies, readonly string[]>,
): FoundStudent {
  const names = Object.keys(offered) as (keyof typeof studies)[];
  const known = names.map((name) => [name, offered[name].find((value) => value === student[name]) ?? null]);
  return { ...student, ...Object.fromEntries(known) };
}

/** Whether the form still has the number that found the student. */
export function hasNumberOf({ typed, matchedBy }: Fill, values: MasterValues): boolean {
  return values[matchedBy].trim() === typed;
}

/** Students of several colleges can share a number; a typed college, or those found by roll number, tell them apart. */
export function narrowed(
  students: readonly FoundStudent[],
  { collegeId }: Pick<MasterValues, 'collegeId'>,
  byRoll: readonly FoundStudent[] = [],
): readonly FoundStudent[] {
  const ofCollege = students.filter((student) => student.collegeId === collegeId);
  if (ofCollege.length > 0) return ofCollege;
  const withRoll = students.filter(({ id }) => byRoll.some((other) => other.id === id));
  return withRoll.length > 0 ? withRoll : students;
}

/** Compares what was typed with the master without regard to case. */
function isAlike(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
