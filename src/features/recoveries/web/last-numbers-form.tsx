import { Checkbox, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { CountedNumber, LastNumbers, Recovery } from '../contract.ts';

const labels: Partial<Record<CountedNumber['kind'], string>> = {
  acknowledgement: t`Last acknowledgement number`,
  print_run: t`Last print run number`,
  deposit_slip: t`Last deposit slip number`,
  bundle: t`Last bundle number`,
  convocation: t`Last convocation number`,
  serial: t`Last serial number`,
};

/** For one counter: the printed number, or that there is no later one. */
type Answer = { typed: string; isUnchanged: boolean };

/** Form for what was found on paper: one answer per counter, and one for all that rarely give a number. */
export function LastNumbersForm({ recovery: { numbers } }: { recovery: Recovery }) {
  const recent = numbers.filter((one) => one.isRecent && labels[one.kind] !== undefined);
  const others = numbers.filter((one) => !one.isRecent);
  const [answers, setAnswers] = useState(() => new Map(recent.map((one) => [one.count, entered([one])])));
  const [other, setOther] = useState(() => entered(others));
  const enter = useCommand(client.recoveries.enterLastNumbers);
  const all = [...answers.values(), ...(others.length > 0 ? [other] : [])];
  return (
    <Stack gap="sm" component="form" onSubmit={(event) => event.preventDefault()}>
      {enter.error !== null && <ErrorNotice error={enter.error} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {recent.map((one) => (
          <AnswerInput
            key={one.count}
            label={[translateLabel(labels[one.kind] ?? ''), one.name || []].flat().join(', ')}
            description={one.kept === null ? t`None known` : t`Last known: ${one.kept}`}
            unchanged={t`None after it on paper`}
            answer={answers.get(one.count)!}
            onChange={(answer) => setAnswers((before) => withOne(before, one.count, answer))}
          />
        ))}
      </SimpleGrid>
      {others.length > 0 && (
        <>
          <Text size="sm">
            {t`Other counts of convocation numbers, with the last known number:`}{' '}
            {others.map(({ name, kept }) => `${name} (${kept ?? t`None`})`).join(', ')}
          </Text>
          <AnswerInput
            label={t`Last convocation number of other counts`}
            description={t`As it is printed; one of each count, separated by commas.`}
            unchanged={t`No later number of the other counts is on paper`}
            answer={other}
            onChange={setOther}
          />
        </>
      )}
      <ActionButton
        type="submit"
        style={{ alignSelf: 'flex-start' }}
        reason={
          all.every(isGiven)
            ? null
            : t`Answer each field: enter the last number, or select that none is after it.`
        }
        isPending={enter.isPending}
        onClick={() => enter.attempt(inputOf(recent, answers, { others, other }))}
      >
        {t`Save the last numbers on paper`}
      </ActionButton>
    </Stack>
  );
}

type AnswerInputProps = {
  label: string;
  description: string;
  unchanged: string;
  answer: Answer;
  onChange: (answer: Answer) => void;
};

function AnswerInput({ label, description, unchanged, answer, onChange }: AnswerInputProps) {
  return (
    <Stack gap="xs">
      <TextInput
        label={label}
        description={description}
        value={answer.typed}
        onChange={({ currentTarget: { value } }) => onChange({ ...answer, typed: value })}
      />
      <Checkbox
        label={unchanged}
        aria-label={`${label}: ${unchanged}`}
        checked={answer.isUnchanged}
        onChange={({ currentTarget: { checked } }) => onChange({ ...answer, isUnchanged: checked })}
      />
    </Stack>
  );
}

function entered(numbers: CountedNumber[]): Answer {
  const later = numbers.flatMap(({ lost, found }) => (lost ? [found] : []));
  return { typed: later.join(', '), isUnchanged: numbers.some(({ lost }) => lost === 0) };
}

/** A number and 'no later one' exclude each other: the last input wins. */
function withOne(before: Map<string, Answer>, count: string, { typed, isUnchanged }: Answer) {
  const isTyped = typed !== before.get(count)!.typed;
  return new Map(before).set(count, {
    typed: isTyped || !isUnchanged ? typed : '',
    isUnchanged: isUnchanged && !isTyped,
  });
}

function isGiven({ typed, isUnchanged }: Answer): boolean {
  return typed.trim() !== '' || isUnchanged;
}

function inputOf(
  recent: CountedNumber[],
  answers: Map<string, Answer>,
  { others, other }: { others: CountedNumber[]; other: Answer },
): LastNumbers {
  const typedOf = (kind: CountedNumber['kind']) =>
    recent.filter((one) => one.kind === kind).flatMap(({ count }) => answers.get(count)!.typed.trim() || []);
  // The ordinal of a printed number: `R-000123` → 123
  const ordinal = (kind: CountedNumber['kind']) => {
    const kept = recent.find((one) => one.kind === kind)?.kept;
    const printed = typedOf(kind)[0] ?? kept ?? '0';
    return Number(/\d+$/.exec(printed)?.[0] ?? Number.NaN);
  };
  return {
    acknowledgementNumber: ordinal('acknowledgement'),
    runNumber: ordinal('print_run'),
    depositSlipNumber: ordinal('deposit_slip'),
    bundleNumber: ordinal('bundle'),
    convocationNumbers: [...typedOf('convocation'), ...(other.typed.match(/[^,\s][^,]*/g) ?? [])],
    serials: typedOf('serial'),
    unchanged: [
      ...recent.filter(({ count }) => answers.get(count)!.isUnchanged),
      ...(other.isUnchanged ? others : []),
    ].map(({ count }) => count),
  };
}
