import type { FoundStudent } from '#features/students/contract.ts';
import {
  type AwardField,
  type AwardRecord,
  awardOfStudent,
  awardRecord,
  isContactField,
} from '#shared/award-record.ts';
import { textOfField } from '#shared/declared-field.ts';
import { t } from '#shared/words.ts';
import type { Application, ApplicationDetail } from './contract.ts';

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
type ComparedName = (typeof compared)[number][0] | 'collegeName' | AwardField;

type College = Pick<Application, 'collegeCode' | 'collegeName'>;

type ComparedApplication = Pick<ApplicationDetail, (typeof compared)[number][0]> & College & AwardRecord;

/** Who applies. Spaces and capitals make no difference, nor do the two ways of writing one letter. */
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
  return [...fields, college].map(marked);
}

/** The award record, as far as the application or the master has any of it. */
export function compareAward(
  application: ComparedApplication,
  student: FoundStudent | null,
): ComparedField[] {
  const known = student && awardOfStudent(student);
  return Object.entries(awardRecord).flatMap(([field, { label }]) => {
    const name = field as AwardField;
    const value = textOfField(awardRecord, name, application[name]);
    // Contact details are what the candidate wants kept, and no part of what was awarded.
    const isWithheld = value === '' && isContactField(name);
    const master = (!isWithheld && known && textOfField(awardRecord, name, known[name])) || null;
    return value === '' && master === null ? [] : [marked({ name, label, value, master })];
  });
}

function marked(field: Omit<ComparedField, 'differs'>): ComparedField {
  return { ...field, differs: field.master !== null && plain(field.value) !== plain(field.master) };
}

/** What the student master says otherwise; nothing where it does not know the candidate. */
export function differencesOf(
  application: ComparedApplication,
  student: FoundStudent | null,
): ComparedField[] {
  const fields = [...compareWithMaster(application, student), ...compareAward(application, student)];
  return fields.filter(({ differs }) => differs);
}

/** Joiners steer how Indian letters are drawn, and keyboards set them differently. */
const invisible = /[\u200b-\u200d\ufeff]/g;

function plain(text: string): string {
  return text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim().toLowerCase();
}
