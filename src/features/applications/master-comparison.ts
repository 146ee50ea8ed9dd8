import { studies } from '#features/students/studies.ts';
import {
  type AwardField,
  type AwardRecord,
  awardOfStudent,
  awardRecord,
  isContactField,
} from '#shared/award-record.ts';
import { textOfField } from '#shared/declared-field.ts';
import { t } from '#shared/words.ts';
import type { StudentOfCase } from './case-desk-contract.ts';
import type { Application, ApplicationDetail } from './contract.ts';

/** One field compared with the student master; `master` is null when it has no value to compare. */
export type ComparedField = {
  name: ComparedName;
  label: string;
  value: string;
  master: string | null;
  differs: boolean;
};

/** The compared fields: name in the application, label, name in the student master. */
const compared = [
  ['candidateName', t`Candidate name`, 'name'],
  ['candidateNameNative', t`Name in another script`, 'nameNative'],
  ['registrationNumber', t`Registration number`, 'registrationNumber'],
  ['examRollNumber', t`Exam roll number`, 'examRollNumber'],
  ['courseDegree', studies.courseId.label, 'courseDegree'],
  ['academicYear', studies.academicYear.label, 'academicYear'],
  ['modeOfStudy', studies.modeOfStudy.label, 'modeOfStudy'],
] as const;
type ComparedName = (typeof compared)[number][0] | 'collegeName' | AwardField;

type College = Pick<Application, 'collegeCode' | 'collegeName'>;

type ComparedApplication = Pick<ApplicationDetail, (typeof compared)[number][0]> & College & AwardRecord;

/** Compares the candidate's fields; of names, spaces, capitals and Unicode spelling make no difference. */
export function compareWithMaster(
  application: ComparedApplication,
  student: StudentOfCase | null,
): ComparedField[] {
  const collegeOf = ({ collegeName, collegeCode }: College) => `${collegeName} (${collegeCode})`;
  const fields = compared.map(([name, label, inMaster]) => ({
    name,
    label,
    value: application[name] ?? '',
    master: student?.[inMaster] || null,
  }));
  const college = {
    name: 'collegeName' as const,
    label: t`College name`,
    value: collegeOf(application),
    master: student && collegeOf(student),
  };
  const isSame = (name: ComparedName) => (student?.sameNumbers as ComparedName[] | undefined)?.includes(name);
  return [...fields, college]
    .map(marked)
    .map((field) => (isSame(field.name) ? { ...field, differs: false } : field));
}

/** Compares the award fields that the application or the master has. */
export function compareAward(
  application: ComparedApplication,
  student: StudentOfCase | null,
): ComparedField[] {
  const known = student && awardOfStudent(student);
  return Object.entries(awardRecord).flatMap(([field, { label }]) => {
    const name = field as AwardField;
    const value = textOfField(awardRecord, name, application[name]);
    // A blank contact field is no difference: contact details are the candidate's choice, not part of the award.
    const isWithheld = value === '' && isContactField(name);
    const master = (!isWithheld && known && textOfField(awardRecord, name, known[name])) || null;
    return value === '' && master === null ? [] : [marked({ name, label, value, master })];
  });
}

function marked(field: Omit<ComparedField, 'differs'>): ComparedField {
  return { ...field, differs: field.master !== null && plain(field.value) !== plain(field.master) };
}

/** The fields that differ from the student master; none if it does not have the candidate. */
export function differencesOf(
  application: ComparedApplication,
  student: StudentOfCase | null,
): ComparedField[] {
  const fields = [...compareWithMaster(application, student), ...compareAward(application, student)];
  return fields.filter(({ differs }) => differs);
}

/** Joiners control how Indic letters are drawn, and keyboards set them differently. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;

function plain(text: string): string {
  return text.normalize('NFC').replace(ignorable, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
