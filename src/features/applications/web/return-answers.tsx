import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { FormSection } from '#platform/web/components/fields.tsx';
import { choiceInWords } from '#shared/choice-lists.ts';
import { t } from '#shared/words.ts';
import type { ReasonAnswer } from '../conversation-contract.ts';
import { returnReasonLabels } from '../decision-contract.ts';
import type { ApplicationFormState, ApplicationFormValues } from './application-form-values.ts';

const whyLabels: Readonly<Record<string, string>> = {
  photo: t`Why the photo stays`,
  receipt: t`Why the receipt stays`,
  name: t`Why the name stays`,
  course: t`Why the course stays`,
  registration: t`Why the numbers stay`,
  college: t`Why the college stays`,
};

/** A check for each reason of the return; `open` are those that a refused save asks about. */
export function ReturnAnswers(props: {
  form: ApplicationFormState;
  reasons: readonly string[];
  open: readonly string[];
}) {
  const { form, reasons, open } = props;
  const { returnAnswers } = form.values;
  const firstOpen = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (open.length > 0) firstOpen.current?.focus();
  }, [open]);
  if (reasons.length === 0) return null;
  return (
    <FormSection title={t`Reasons of the return`} description={t`Tick each one that you have corrected.`}>
      {reasons.map((reason) => {
        const { isCorrected, why } = returnAnswers[reason] ?? unanswered;
        const answer = (change: Partial<typeof unanswered>) =>
          form.setFieldValue('returnAnswers', {
            ...returnAnswers,
            [reason]: { isCorrected, why, ...change },
          });
        const label = choiceInWords(returnReasonLabels, reason);
        return (
          <Stack key={reason} gap="xs">
            <Checkbox
              label={label}
              checked={isCorrected}
              onChange={(event) => answer({ isCorrected: event.currentTarget.checked })}
            />
            {!isCorrected && (why !== '' || open.includes(reason)) && (
              <TextInput
                ref={reason === open[0] ? firstOpen : undefined}
                label={whyLabels[reason] ?? t`Why this stays: ${label}`}
                required
                maxLength={500}
                value={why}
                onChange={(event) => answer({ why: event.currentTarget.value })}
              />
            )}
          </Stack>
        );
      })}
    </FormSection>
  );
}

const unanswered = { isCorrected: false, why: '' };

/** The answers as sent to the server, which asks about reasons without one. */
export function answersOf(
  reasons: readonly string[],
  { returnAnswers }: ApplicationFormValues,
): ReasonAnswer[] {
  return reasons.flatMap((reason): ReasonAnswer[] => {
    const { isCorrected, why } = returnAnswers[reason] ?? unanswered;
    if (isCorrected) return [{ reason, answer: 'corrected', remark: '' }];
    return why.trim() === '' ? [] : [{ reason, answer: 'left', remark: why.trim() }];
  });
}

/** Unticks reasons that were called corrected while their field stands as before. */
export function withoutTicks(
  { returnAnswers }: ApplicationFormValues,
  open: readonly string[],
): ApplicationFormValues['returnAnswers'] {
  const unticked = open.map((reason) => [reason, { why: '', ...returnAnswers[reason], isCorrected: false }]);
  return { ...returnAnswers, ...Object.fromEntries(unticked) };
}
