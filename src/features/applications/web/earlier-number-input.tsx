import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import type { ApplicationFormState } from './application-form-values.ts';
import { inputOf } from './application-labels.ts';
import { describeEarlier } from './earlier-certificate.ts';

const typingPause = 300;

/** Asks for the reprint of a certificate issued before the portal, and shows its entry in the register. */
export function EarlierNumberInput({
  form,
  application,
}: {
  form: ApplicationFormState;
  application: Pick<ApplicationDetail, 'id'> | null;
}) {
  const typed = form.values.earlierNumber.trim();
  const [number] = useDebouncedValue(typed, typingPause);
  const { data } = useQuery(
    api.applications.lookUpEarlierCertificate.queryOptions({ input: { number }, enabled: number !== '' }),
  );
  const found = number === typed && number !== '' ? data?.certificate : undefined;
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        <Text span size="sm" inherit={found === undefined} role="status">
          {found === undefined ? t`Only for its reprint: it keeps its number.` : sentenceOf()}
        </Text>
      }
      {...inputOf(form, 'earlierNumber')}
    />
  );

  function sentenceOf(): string {
    if (!found) return errorSentence('applications.earlier_unknown', undefined);
    const isTaken = found.applicationId !== null && found.applicationId !== application?.id;
    return isTaken ? errorSentence('applications.earlier_taken', undefined) : describeEarlier(found);
  }
}
