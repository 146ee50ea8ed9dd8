import type { FoundStudent } from '#features/students/contract.ts';
import { t } from '#shared/words.ts';
import type { Application } from '../contract.ts';

/** One field beside what the student master has; `master` is null where it has nothing to compare with. */
export type ComparedField = {
  name: string;
  label: string;
  value: string;
  master: string | null;
  differs: boolean;
};

type Compared = Pick<
  Application,
  | 'registrationNumber'
  | 'examRollNumber'
  | 'candidateName'
  | 'candidateNameNative'
  | 'collegeCode'
  | 'collegeName'
>;

/** The fields that both have. Spaces and capitals make no difference, nor do the two ways of writing one letter. */
export function compareWithMaster(application: Compared, student: FoundStudent | null): ComparedField[] {
  const field = (
    name: string,
    label: string,
    pair: { value: string | null; master: string | null | undefined },
  ) => {
    const value = pair.value ?? '';
    const master = pair.master || null;
    return { name, label, value, master, differs: master !== null && plain(value) !== plain(master) };
  };
  return [
    field('candidateName', t`Candidate name`, { value: application.candidateName, master: student?.name }),
    field('candidateNameNative', t`Name in Kannada or Devanagari`, {
      value: application.candidateNameNative,
      master: student?.nameNative,
    }),
    field('registrationNumber', t`Registration number`, {
      value: application.registrationNumber,
      master: student?.registrationNumber,
    }),
    field('examRollNumber', t`Exam roll number`, {
      value: application.examRollNumber,
      master: student?.examRollNumber,
    }),
    field('collegeName', t`College name`, {
      value: `${application.collegeName} (${application.collegeCode})`,
      master: student && `${student.collegeName} (${student.collegeCode})`,
    }),
  ];
}

/** Joiners steer how Indian letters are drawn, and keyboards set them differently. */
const invisible = /[\u200b-\u200d\ufeff]/g;

function plain(text: string): string {
  return text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
