import { type FormErrors, schemaResolver } from '@mantine/form';
import type { DraftOnRegister } from '#features/demand-drafts/contract.ts';
import type { FoundStudent } from '#features/students/contract.ts';
import { awardRecord } from '#shared/award-record.ts';
import { crossFieldErrors } from '#shared/declared-field.ts';
import { t } from '#shared/words.ts';
import { CorrectApplicationInput, ReceiveApplicationInput } from '../entry-contract.ts';
import {
  type ApplicationFormState,
  type ApplicationFormValues,
  draftEntries,
  isUntouched,
} from './application-form-values.ts';

const CorrectionEntry = CorrectApplicationInput.omit({ id: true, version: true });

/**
 * The form's errors by field. `known` is the register's entry of each draft: a registered draft keeps its receipt.
 * Blank rows have no errors, but a new application with a fee needs at least one draft.
 */
export function faultsOf(
  values: ApplicationFormValues,
  isNew: boolean,
  known: readonly (DraftOnRegister | null | undefined)[],
): FormErrors {
  const schema = isNew ? ReceiveApplicationInput : CorrectionEntry;
  const { drafts } = values;
  const errors = schemaResolver(schema, { sync: true })({ ...values, drafts: draftEntries(drafts) });
  // At ₹0 no draft is needed, and none is sent.
  const isFree = values.totalAmount === 0;
  const untouched = drafts.flatMap((draft, index) =>
    isFree || isUntouched(draft) ? [`drafts.${index}.`] : [],
  );
  // Then the blank first row reports all its required fields.
  const lacksDraft = isNew && !isFree && untouched.length === drafts.length;
  if (lacksDraft) untouched.shift();
  const faults = Object.fromEntries(
    Object.entries(errors).filter(([path]) => !untouched.some((row) => path.startsWith(row))),
  );
  for (const [index, draft] of drafts.entries()) {
    const isAskedFor = !isUntouched(draft) || (lacksDraft && index === 0);
    if (isFree || !isAskedFor) continue;
    if (!draft.receiptFileId && !known[index])
      faults[`drafts.${index}.receiptFileId`] = t`Add the bank receipt.`;
    if (draft.number.trim() === '') faults[`drafts.${index}.number`] = t`Enter the DD number.`;
    if (draft.amount === '') faults[`drafts.${index}.amount`] = t`Enter the amount.`;
  }
  for (const { name, sentence } of crossFieldErrors(awardRecord, values)) faults[name] ??= sentence;
  if (faults.paperId && !values.colour) faults.colour ??= t`Choose the color.`;
  if (lacksDraft && drafts.length === 0) faults.drafts = t`Record at least one demand draft.`;
  return faults;
}

/** What a folded section gets: the form, what is wrong in it now, and the student whose record fills it in. */
export type FoldProps = { form: ApplicationFormState; faults: FormErrors; student: FoundStudent | null };

/** When a section with these fields opens and folds by itself. */
export function foldOf(
  form: ApplicationFormState,
  faults: FormErrors,
  fields: readonly (keyof ApplicationFormValues)[],
  student: FoundStudent | null,
) {
  return {
    isIncomplete: fields.some((field) => Boolean(faults[field])),
    hasErrors: fields.some((field) => Boolean(form.errors[field])),
    filledBy: student?.id,
  };
}

/** How many of the fields are filled in, and whether from the student master. */
export function filledState(
  { values }: ApplicationFormState,
  fields: readonly (keyof ApplicationFormValues)[],
  student: FoundStudent | null,
): string {
  const known = fields.filter((field) => values[field] !== '').length;
  return student
    ? t`from the student master, ${known} of ${fields.length}`
    : t`${known} of ${fields.length} filled in`;
}
