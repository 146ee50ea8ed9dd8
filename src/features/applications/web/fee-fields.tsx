import { Button, TextInput } from '@mantine/core';
import { IconDiscount2, IconTrash } from '@tabler/icons-react';
import { useEffect } from 'react';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormSection, RupeesInput } from '#platform/web/components/fields.tsx';
import { formatRupees } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { concessionReasonLabels } from '../concession.ts';
import type { ApplicationFormState } from './application-form-values.ts';

/** The fee of the college, which nobody types, and a concession where an order grants one. */
export function FeeFields({ form, fee }: { form: ApplicationFormState; fee: number | undefined }) {
  const { concession, totalAmount } = form.values;
  const total = fee === undefined ? '' : fee - (concession?.amount || 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the total follows fee and concession, wherever those come from
  useEffect(() => {
    if (totalAmount !== total) form.setFieldValue('totalAmount', total);
  }, [total, totalAmount]);
  return (
    <FormSection title={t`Fee`}>
      <RupeesInput
        label={t`Total amount`}
        description={descriptionOf(fee, concession?.amount || 0)}
        readOnly
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
            data={optionsOf(concessionReasonLabels)}
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
            mt="auto"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => form.setFieldValue('concession', null)}
          >
            {t`Remove the concession`}
          </Button>
        </>
      ) : (
        <Button
          variant="default"
          mt="auto"
          leftSection={<IconDiscount2 size={14} aria-hidden />}
          onClick={() => form.setFieldValue('concession', { amount: '', reason: '', authority: '' })}
        >
          {t`Record a concession`}
        </Button>
      )}
    </FormSection>
  );
}

function descriptionOf(fee: number | undefined, conceded: number): string {
  if (fee === undefined) return t`Choose the college first.`;
  return conceded === 0
    ? t`The convocation fee of the college.`
    : t`${formatRupees(fee)} less the concession of ${formatRupees(conceded)}.`;
}
