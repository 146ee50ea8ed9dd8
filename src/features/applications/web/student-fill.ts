import type { FoundStudent } from '#features/students/contract.ts';
import { type AwardField, awardOfStudent, isContactField, noticeOf } from '#shared/award-record.ts';
import type { ApplicationFormValues } from './application-form-values.ts';

/** The form fields that the student master can fill in. */
type MasterField =
  | NumberField
  | 'candidateName'
  | 'candidateNameNative'
  | 'collegeId'
  | 'contactNotice'
  | AwardField;
type MasterValues = Pick<ApplicationFormValues, MasterField>;

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

/** Fills in the fields that the person has not typed. Contact details are filled in with their consent. */
export function fillFrom(student: FoundStudent, matchedBy: NumberField, values: MasterValues): Fill {
  const known: MasterValues = {
    registrationNumber: student.registrationNumber,
    examRollNumber: student.examRollNumber ?? '',
    candidateName: student.name,
    candidateNameNative: student.nameNative ?? '',
    collegeId: student.collegeId,
    contactNotice: noticeOf(student),
    ...awardOfStudent(student),
  };
  const hasConsent = (values.contactNotice ?? known.contactNotice) !== null;
  const isKnown = (field: MasterField) =>
    known[field] !== '' && known[field] !== null && (hasConsent || !isContactField(field));
  const typed = (field: MasterField) => String(values[field] ?? '').trim();
  const fields = (Object.keys(known) as MasterField[]).filter(
    (field) => field !== matchedBy && isKnown(field) && !isAlike(typed(field), String(known[field])),
  );
  const empty = fields.filter((field) => typed(field) === '');
  return {
    student,
    matchedBy,
    typed: typed(matchedBy),
    filled: pick(known, empty),
    before: pick(values, empty),
    kept: fields.filter((field) => typed(field) !== ''),
  };
}

function pick(values: Partial<MasterValues>, fields: MasterField[]): Partial<MasterValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** Adds the master's contact details once the candidate consents; fills in nothing else again. */
export function withContact(fill: Fill, values: MasterValues): Fill {
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
