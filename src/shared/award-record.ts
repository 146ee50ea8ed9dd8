import { t } from '#shared/words.ts';
import { contactNotices } from './contact-notice.ts';
import { type DeclaredFields, type EntryOf, pickFields } from './declared-field.ts';

/**
 * The award and the person, as needed by certificate, register, NAD and courier. All fields are optional. Columns of
 * `students` and `award_records` have the same names; migrations/0013 and 0014 repeat these rules.
 */
const declared = {
  dateOfBirth: {
    kind: 'day',
    isPast: true,
    label: t`Date of birth`,
    example: '14/08/2002',
    synonyms: 'dob, birth date, birthdate',
  },
  /** NAD's codes. */
  gender: {
    kind: 'choice',
    options: { F: t`Female`, M: t`Male`, T: t`Transgender` },
    label: t`Gender`,
    description: t`As recorded by the college.`,
    example: 'Female',
    synonyms: 'sex',
  },
  fatherName: {
    kind: 'line',
    most: 120,
    holds: 'name',
    isName: true,
    label: t`Father’s name`,
    example: 'Ramesh Rao',
    synonyms: 'father name, name of father, name of the father, father, fname',
  },
  motherName: {
    kind: 'line',
    most: 120,
    holds: 'name',
    isName: true,
    label: t`Mother’s name`,
    example: 'Lakshmi Rao',
    synonyms: 'mother name, name of mother, name of the mother, mother, mname',
  },
  guardianName: {
    kind: 'line',
    most: 120,
    holds: 'name',
    isName: true,
    label: t`Guardian’s name`,
    example: 'Shankar Rao',
    synonyms: 'guardian name, name of guardian, name of the guardian, guardian',
  },
  /** The notice that the college showed the student; an application has a separate record of it. */
  consentNoticeVersion: {
    kind: 'choice',
    options: Object.fromEntries(
      Object.keys(contactNotices).map((version) => [version, t`Notice ${version}`]),
    ),
    label: t`Consent to contact details`,
    description: t`The notice on which the student agreed that mobile and email are kept.`,
    example: 'Notice 1',
    synonyms: 'consent, contact consent, consent notice, notice',
  },
  mobile: {
    kind: 'line',
    isNumber: true,
    needs: 'consentNoticeVersion',
    most: 16,
    pattern: { of: /^\+?\d{10,15}$/, sentence: t`Enter the ten digits of the mobile number.` },
    label: t`Mobile`,
    description: t`For a foreign number start with + and the country code.`,
    example: '98450 12345',
    synonyms: 'mobile number, mobile no, phone, phone number, phone no, contact number, contact no, cell',
  },
  email: {
    kind: 'line',
    needs: 'consentNoticeVersion',
    most: 120,
    pattern: {
      of: /^[^\s@"(),:;<>[\\\]]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i,
      sentence: t`Enter an email address, for example name@university.example.`,
    },
    label: t`Email Id`,
    example: 'asha.rao@mail.example',
    synonyms: 'email, mail, email address, mail id, e-mail, e-mail id, student email',
  },
  /** For a student this is `address`, which the master always has. */
  postalAddress: {
    kind: 'paragraph',
    holds: 'address',
    least: 3,
    most: 300,
    label: t`Postal address`,
    example: '12, Temple Road, Mysuru',
  },
  postalState: {
    kind: 'line',
    least: 2,
    most: 60,
    label: t`State or union territory`,
    example: 'Karnataka',
    synonyms: 'state, state name, state of residence, state / ut',
  },
  postalPin: {
    kind: 'line',
    isNumber: true,
    most: 6,
    pattern: { of: /^[1-9]\d{5}$/, sentence: t`Enter the six digits of the PIN code.` },
    label: t`PIN code`,
    example: '570001',
    synonyms: 'pin, pincode, postal code, post code, zip, zip code',
  },
  abcId: {
    kind: 'line',
    isNumber: true,
    most: 12,
    pattern: { of: /^\d{12}$/, sentence: t`Enter the twelve digits of the ABC / APAAR ID.` },
    label: t`ABC / APAAR ID`,
    description: t`Never the Aadhaar number.`,
    example: '123456789012',
    synonyms: 'abc id, apaar id, abc, apaar, abc account id, academic bank of credits id',
  },
  division: {
    kind: 'line',
    most: 60,
    isPrinted: true,
    label: t`Class or division`,
    example: 'First Class with Distinction',
    synonyms: 'class, division, class awarded, class obtained, result class, grade',
  },
  percentage: {
    kind: 'decimal',
    places: 3,
    most: 100,
    label: t`Percentage`,
    example: '78.5',
    synonyms: 'percent, percentage of marks, marks percentage, aggregate percentage',
  },
  cgpa: {
    kind: 'decimal',
    places: 3,
    most: 100,
    outOf: 'cgpaScale',
    label: t`CGPA`,
    example: '8.42',
    synonyms: 'cgpa obtained, final cgpa, overall cgpa',
  },
  cgpaScale: {
    kind: 'number',
    least: 1,
    most: 100,
    label: t`CGPA out of`,
    description: t`The scale: 10, for example.`,
    example: '10',
    synonyms: 'cgpa scale, scale, scale of cgpa, maximum cgpa, max cgpa',
  },
  examinationMonth: {
    kind: 'month',
    label: t`Month and year of examination`,
    example: '05/2024',
    synonyms:
      'month and year of exam, month & year of examination, examination, exam month, month of examination, month year',
  },
  resultDate: {
    kind: 'day',
    isPast: true,
    label: t`Result date`,
    example: '28/06/2024',
    synonyms: 'date of result, result declared on, date of declaration of result, result declaration date',
  },
  rank: {
    kind: 'line',
    most: 80,
    isPrinted: true,
    label: t`Rank or medal`,
    example: 'First rank, gold medal',
    synonyms: 'rank, medal, rank / medal, distinction, honours',
  },
  category: {
    kind: 'line',
    most: 40,
    suggested: 'categories',
    label: t`Category`,
    example: 'General',
    synonyms: 'social category, caste category, reservation category, admission category',
  },
  attendance: {
    kind: 'choice',
    options: { in_person: t`In person`, in_absentia: t`In absentia` },
    label: t`Attendance at the convocation`,
    example: 'In person',
    synonyms: 'attendance, mode of attendance, attending, in person / in absentia',
  },
} as const satisfies DeclaredFields;

const { consentNoticeVersion: _ofStudents, ...ofApplications } = declared;
export const awardRecord = ofApplications;
export type AwardRecord = EntryOf<typeof awardRecord>;
export type AwardField = keyof AwardRecord;

/** Fields that an application stores on the candidate's word alone; the database requires a consent with them. */
export const contactFields = [
  'mobile',
  'email',
  'postalAddress',
  'postalState',
  'postalPin',
] as const satisfies AwardField[];

export function isContactField(name: string): boolean {
  return (contactFields as readonly string[]).includes(name);
}

const { postalAddress: _ofApplications, ...ofStudents } = declared;
/** The fields of a student in the master. */
export const studentAward = ofStudents;
export type StudentAward = EntryOf<typeof studentAward>;

/** An application's award record, filled from the student master. */
export function awardOfStudent(student: StudentAward & { address: string }): AwardRecord {
  return pickFields(awardRecord, { ...student, postalAddress: student.address });
}
