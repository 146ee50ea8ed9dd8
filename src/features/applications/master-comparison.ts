import type { FoundStudent } from '#features/students/contract.ts';
import { t } from '#shared/words.ts';
import type { Application } from './contract.ts';

/** One field beside what the student master has; `master` is null where it has nothing to compare with. */
export type ComparedField = {
  name: ComparedName;
  label: string;
  value: string;
  master: string | null;
  differs: boolean;
};

/** The fields that both have in one column, and what the master calls them. */
const compared = [
  ['candidateName', t`Candidate name`, 'name'],
  ['candidateNameNative', t`Name in Kannada or Devanagari`, 'nameNative'],
  ['registrationNumber', t`Registration number`, 'registrationNumber'],
  ['examRollNumber', t`Exam roll number`, 'examRollNumber'],
] as const;
type ComparedName = (typeof compared)[number][0] | 'collegeName';

type College = Pick<Application, 'collegeCode' | 'collegeName'>;

type ComparedApplication = Pick<Application, (typeof compared)[number][0]> & College;

/** The fields that both have. Spaces and capitals make no difference, nor do the two ways of writing one letter. */
export function compareWithMaster(
  application: ComparedApplication,
  student: FoundStudent | null,
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
  return [...fields, college].map((field) => ({
    ...field,
    differs: field.master !== null && plain(field.value) !== plain(field.master),
  }));
}

/** What the student master says otherwise; nothing where it does not know the candidate. */
export function differencesOf(
  application: ComparedApplication,
  student: FoundStudent | null,
): ComparedField[] {
  return compareWithMaster(application, student).filter(({ differs }) => differs);
}

/** Joiners steer how Indian letters are drawn, and keyboards set them differently. */
const invisible = /[\u200b-\u200d\ufeff]/g;

function plain(text: string): string {
  return text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
