import { Anchor, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { useStockWords } from '#platform/web/languages/stock-words.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../contract.ts';
import type { ApplicationFormState, Choices } from './application-form-values.ts';
import { inputOf } from './application-labels.ts';
import { describeEarlier } from './earlier-certificate.ts';

type CertificateFieldsProps = {
  form: ApplicationFormState;
  choices: Choices;
  /** The application being corrected. */
  application: Pick<ApplicationDetail, 'id'> | null;
};

/** What is printed and on which paper. */
export function CertificateFields({ form, choices, application }: CertificateFieldsProps) {
  const colours = [...new Set(choices.papers.map((paper) => paper.colour))].toSorted((a, b) =>
    a.localeCompare(b),
  );
  const { paperId, colour } = form.values;
  const say = useStockWords();
  const chosen = choices.papers.find((paper) => paper.id === paperId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the paper changes, such as to a colleague's
  useEffect(() => {
    if (chosen && chosen.colour !== colour) form.setFieldValue('colour', chosen.colour);
  }, [chosen, colour]);
  const papers = colour ? choices.papers.filter((paper) => paper.colour === colour) : choices.papers;
  const [isEarlier, setIsEarlier] = useState(false);
  const isReprint = isEarlier || form.values.earlierNumber !== '' || Boolean(form.errors.earlierNumber);
  return (
    <FormSection title={t`Certificate`}>
      <ChoiceInput
        required
        data={choices.certificateTypes.map((value) => ({ value, label: shippedInWords(value) }))}
        {...inputOf(form, 'certificateType')}
      />
      <ChoiceInput
        label={t`Chosen Color`}
        required
        data={colours.map((value) => ({ value, label: say(value) }))}
        {...form.getInputProps('colour')}
        onChange={(colour) => form.setValues({ colour, paperId: '' })}
      />
      <ChoiceInput
        required
        data={papers.map(({ id, name, colour: its }) => ({
          value: id,
          label: colour ? say(name) : `${say(name)}, ${say(its)}`,
        }))}
        {...inputOf(form, 'paperId')}
      />
      {isReprint ? (
        <EarlierNumberInput form={form} application={application} isFocused={isEarlier} />
      ) : (
        <Anchor component="button" type="button" size="sm" onClick={() => setIsEarlier(true)}>
          {t`It was issued before the portal`}
        </Anchor>
      )}
    </FormSection>
  );
}

const debounceMilliseconds = 300;

/** Asks for the reprint of a certificate issued before the portal, and shows its entry in the register. */
function EarlierNumberInput(props: {
  form: ApplicationFormState;
  application: Pick<ApplicationDetail, 'id'> | null;
  isFocused: boolean;
}) {
  const { form, application } = props;
  const typed = form.values.earlierNumber.trim();
  const [number] = useDebouncedValue(typed, debounceMilliseconds);
  const { data } = useQuery(
    api.applications.lookUpEarlierCertificate.queryOptions({ input: { number }, enabled: number !== '' }),
  );
  const found = number === typed && number !== '' ? data?.certificate : undefined;
  return (
    <TextInput
      autoFocus={props.isFocused}
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
