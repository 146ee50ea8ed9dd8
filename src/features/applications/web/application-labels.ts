import { concessionReasonLabels } from '#features/charges/charge.ts';
import { studies } from '#features/students/studies.ts';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { awardRecord } from '#shared/award-record.ts';
import { choiceInWords, shippedInWords } from '#shared/choice-lists.ts';
import { mapFields, textOfField } from '#shared/declared-field.ts';
import type { FileReference } from '#shared/fields.ts';
import { formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { modesOfStudy } from '../contract.ts';
import type { ApplicationFormState, ApplicationFormValues, Choices } from './application-form-values.ts';

/** The portal's own modes with their labels. */
export const ownModes = Object.fromEntries(modesOfStudy.map((mode) => [mode, shippedInWords(mode)]));

export const receiptLabel = t`Bank receipt (DD)`;

/**
 * Field labels, and which fields a comparison with a colleague's version covers. Without a label: the colour, which
 * follows the paper; the photo's id, which follows the photo; further drafts, which are the person's own.
 */
export const fieldLabels = {
  registrationNumber: t`College Registration number`,
  examRollNumber: t`Exam roll number`,
  candidateName: t`Candidate name`,
  candidateNameNative: t`Name in another script`,
  collegeId: t`College name`,
  ...mapFields(studies, ({ label }) => label),
  guideName: t`Guide name`,
  certificateType: t`Certificate type`,
  paperId: t`Selected Paper`,
  photo: t`Photo`,
  earlierNumber: t`Number of a certificate issued before the portal`,
  recordedReceipts: receiptLabel,
  concession: t`Concession`,
  ...mapFields(awardRecord, ({ label }) => label),
  contactNotice: t`Consent to contact details`,
} as const satisfies Partial<Record<keyof ApplicationFormValues, string>>;

/** Label and input props of a field. */
export function inputOf(form: ApplicationFormState, field: keyof typeof fieldLabels) {
  return { label: fieldLabels[field], ...form.getInputProps(field, { withFocus: false }) };
}

/** A form value as a comparison shows it. */
export function useComparedText(choices: Choices): (field: string, value: unknown) => string {
  const kindName = useKindName();
  return (field, value) => textOf({ choices, kindName }, field, value) || t`(empty)`;
}

type Naming = { choices: Choices; kindName: ReturnType<typeof useKindName> };

function textOf({ choices, kindName }: Naming, field: string, value: unknown): string | undefined {
  switch (field) {
    case 'collegeId':
      return choices.colleges.find(({ id }) => id === value)?.name;
    case 'courseId':
      return choices.courses.find(({ id }) => id === value)?.name;
    case 'paperId': {
      const paper = choices.papers.find(({ id }) => id === value);
      return paper && kindName(paper.name, paper.colour);
    }
    case 'photo':
      return (value as FileReference | null)?.name;
    case 'recordedReceipts':
      return (value as ApplicationFormValues['recordedReceipts'])
        .map(({ receipt }) => receipt?.name)
        .filter(Boolean)
        .join(', ');
    case 'contactNotice':
      return value === null ? t`Not given` : t`Given on notice ${String(value)}`;
    case 'concession':
      return textOfConcession(value as ApplicationFormValues['concession']);
    default:
      return textOfField(awardRecord, field, value);
  }
}

function textOfConcession(concession: ApplicationFormValues['concession']): string {
  if (!concession) return '';
  const { amount, reason, authority } = concession;
  return [amount && formatRupees(amount), reason && choiceInWords(concessionReasonLabels, reason), authority]
    .filter(Boolean)
    .join(', ');
}
