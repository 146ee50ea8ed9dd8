import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDiscount2, IconTrash } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { concessionReasonLabels, feeOf, type ScheduledCharge } from '#features/charges/charge.ts';
import { ChargeLines } from '#features/charges/web/charge-lines.tsx';
import { api } from '#features/client.ts';
import { useChoices } from '#features/masters/web/use-choices.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { RupeesInput } from '#platform/web/components/fields.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import type { ApplicationFormState } from './application-form-values.ts';
import classes from './draft-fields.module.css';

/** The scheduled charges, and a concession where an order grants one. */
export function FeeFields({ form, due }: { form: ApplicationFormState; due: DueCharges }) {
  const { charges, error } = due;
  const fee = charges && feeOf(charges);
  const { concession, totalAmount } = form.values;
  const reasons = useChoices('concession_reasons', concessionReasonLabels);
  const total = fee === undefined ? '' : fee - (concession?.amount || 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the total follows fee and concession, whatever set them
  useEffect(() => {
    // The computed total must not mark the form as changed.
    form.setInitialValues({ ...form.getInitialValues(), totalAmount: total });
    if (totalAmount !== total) form.setFieldValue('totalAmount', total);
  }, [total, totalAmount]);
  return (
    <div className={classes.fee}>
      <div aria-live="polite">
        {charges && <ChargeLines charges={charges} />}
        {error != null && <ErrorNotice error={error} />}
      </div>
      <RupeesInput
        label={t`Total amount`}
        description={due.reason ?? descriptionOf(fee, concession?.amount || 0)}
        readOnly
        tabIndex={-1}
        variant="filled"
        {...form.getInputProps('totalAmount')}
      />
      {concession ? (
        <>
          <RupeesInput
            label={t`Concession`}
            description={t`How much less than the fee, in whole rupees.`}
            required
            {...form.getInputProps('concession.amount')}
          />
          <ChoiceInput
            label={t`Reason for the concession`}
            required
            data={reasons}
            {...form.getInputProps('concession.reason')}
          />
          <TextInput
            label={t`Authority`}
            description={t`Number and date of the order.`}
            required
            maxLength={120}
            {...form.getInputProps('concession.authority')}
          />
          <Button
            variant="default"
            size="xs"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => form.setFieldValue('concession', null)}
          >
            {t`Remove the concession`}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconDiscount2 size={14} aria-hidden />}
          onClick={() => form.setFieldValue('concession', { amount: '', reason: '', authority: '' })}
        >
          {t`Record a concession`}
        </Button>
      )}
    </div>
  );
}

function descriptionOf(fee: number | undefined, conceded: number): string | undefined {
  if (fee === undefined) return t`Choose the college first.`;
  return conceded === 0
    ? undefined
    : t`${formatRupees(fee)} less the concession of ${formatRupees(conceded)}.`;
}

const debounceMilliseconds = 300;

/** `reason`: why the form cannot be sent before they are there. */
type DueCharges = { charges: ScheduledCharge[] | undefined; error: unknown; reason: string | null };

/** The scheduled charges for what is chosen so far, or of the application being corrected; undefined until the college is. */
export function useDueCharges(form: ApplicationFormState, application: ApplicationDetail | null): DueCharges {
  const { collegeId, courseId, certificateType, academicYear, category, attendance } = form.values;
  const { registrationNumber, examRollNumber, earlierNumber } = form.values;
  // For omitted fields the server uses the student with these numbers.
  const [numbers] = useDebouncedValue(`${registrationNumber}\n${examRollNumber}`, debounceMilliseconds);
  const [registration = '', roll = ''] = numbers.split('\n');
  const said = <Value extends string>(field: 'category' | 'attendance', value: Value) =>
    value === '' && !form.isTouched(field) ? undefined : value;
  const { data, error, isLoading } = useQuery(
    api.applications.listDueCharges.queryOptions({
      input: {
        applicationId: application?.id,
        registrationNumber: registration,
        examRollNumber: roll,
        collegeId,
        courseId: courseId || undefined,
        certificateType,
        academicYear,
        category: said('category', category),
        attendance: said('attendance', attendance),
        // Only whether a number is given affects the charges, not which one.
        earlierNumber: earlierNumber.trim() && 'typed',
      },
      enabled: collegeId !== '',
      placeholderData: keepPreviousData,
    }),
  );
  const reason = isLoading ? t`The fee is being read.` : null;
  return { charges: collegeId === '' ? undefined : data, error, reason };
}
