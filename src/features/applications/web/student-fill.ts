import type { FoundStudent } from '#features/students/contract.ts';
import { type AwardField, awardOfStudent, isContactField, noticeOf } from '#shared/award-record.ts';
import type { ApplicationFormValues } from './application-form-values.ts';

/** The fields that the student master knows, as the form calls them. */
type MasterField =
  | NumberField
  | 'candidateName'
  | 'candidateNameNative'
  | 'collegeId'
  | 'contactNotice'
  | AwardField;
type MasterValues = Pick<ApplicationFormValues, MasterField>;

/** The numbers that a student is found by. */
export type NumberField = 'registrationNumber' | 'examRollNumber';

/** What was taken over from the master, and what stood there before. */
export type Fill = {
  student: FoundStudent;
  matchedBy: NumberField;
  filled: Partial<MasterValues>;
  before: Partial<MasterValues>;
  /** Fields that say something else than the master, because the person typed them. */
  kept: MasterField[];
};

/** Takes over what the person has not typed; a field that they filled stays as it is. Contact details come with their consent. */
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
    (field) => isKnown(field) && !isAlike(typed(field), String(known[field])),
  );
  const empty = fields.filter((field) => typed(field) === '');
  return {
    student,
    matchedBy,
    filled: pick(known, empty),
    before: pick(values, empty),
    kept: fields.filter((field) => typed(field) !== ''),
  };
}

function pick(values: Partial<MasterValues>, fields: MasterField[]): Partial<MasterValues> {
  return Object.fromEntries(fields.map((field) => [field, values[field]]));
}

/** The same with the contact details that the master has, once the candidate agrees to them; nothing else is filled in again. */
export function withContact(fill: Fill, values: MasterValues): Fill {
  const next = fillFrom(fill.student, fill.matchedBy, values);
  const contact = (Object.keys(next.filled) as MasterField[]).filter(isContactField);
  return {
    ...fill,
    filled: { ...fill.filled, ...pick(next.filled, contact) },
    before: { ...fill.before, ...pick(next.before, contact) },
  };
}

/** What the form goes back to when the fill is taken back: fields that were changed since stay. */
export function takenBack({ filled, before }: Fill, values: MasterValues): Partial<MasterValues> {
  const untouched = (Object.keys(filled) as MasterField[]).filter((field) => values[field] === filled[field]);
  return Object.fromEntries(untouched.map((field) => [field, before[field]]));
}

/** Whether the form still carries the number that the student was found by. */
export function isStillOf({ student, matchedBy }: Fill, values: MasterValues): boolean {
  return isAlike(values[matchedBy].trim(), student[matchedBy] ?? '');
}

/** Students of several colleges can share a number: the college or roll number that is typed already tells them apart. */
export function narrowed(
  students: readonly FoundStudent[],
  values: Pick<MasterValues, 'collegeId' | 'examRollNumber'>,
): readonly FoundStudent[] {
  const ofCollege = students.filter((student) => student.collegeId === values.collegeId);
  if (ofCollege.length > 0) return ofCollege;
  const roll = values.examRollNumber.trim();
  const withRoll = students.filter((student) => isAlike(student.examRollNumber ?? '', roll));
  return roll !== '' && withRoll.length > 0 ? withRoll : students;
}

/** Numbers and names are the same in capitals or not. */
export function isAlike(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
