import { Button, NumberInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';
import type { LastNumbers, Recovery, RecoveryKind } from '../contract.ts';

const counted = {
  acknowledgementNumber: { kind: 'acknowledgement', label: t`Last acknowledgement number` },
  runNumber: { kind: 'print_run', label: t`Last print run number` },
  depositSlipNumber: { kind: 'deposit_slip', label: t`Last deposit slip number` },
  bundleNumber: { kind: 'bundle', label: t`Last bundle number` },
} as const satisfies Record<string, { kind: RecoveryKind; label: string }>;

const listed = {
  convocationNumbers: { kind: 'convocation', label: t`Last convocation number` },
  serials: { kind: 'serial', label: t`Last serial number` },
} as const satisfies Record<string, { kind: RecoveryKind; label: string }>;

/** What was found on paper, begun with what the portal knows. */
export function LastNumbersForm({ recovery }: { recovery: Recovery }) {
  const of = (kind: RecoveryKind) =>
    recovery.numbers.filter((one) => one.kind === kind).map((one) => one.found ?? one.kept ?? '');
  const [typed, setTyped] = useState(() => ({
    ...mapped(counted, ({ kind }) => digitsOf(of(kind)[0])),
    ...mapped(listed, ({ kind }) => of(kind).join(', ')),
  }));
  const enter = useCommand(client.recoveries.enterLastNumbers);
  const change = (name: string, value: string | number) => setTyped({ ...typed, [name]: value });
  return (
    <Stack gap="sm" component="form" onSubmit={(event) => event.preventDefault()}>
      {enter.error !== null && <ErrorNotice error={enter.error} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {entriesOf(counted).map(([name, { label }]) => (
          <NumberInput
            key={name}
            label={label}
            min={0}
            allowDecimal={false}
            allowNegative={false}
            value={typed[name]}
            onChange={(value) => change(name, value)}
          />
        ))}
        {entriesOf(listed).map(([name, { label }]) => (
          <TextInput
            key={name}
            label={label}
            description={t`As it is printed; one of each count or stock, separated by commas.`}
            value={typed[name]}
            onChange={({ currentTarget }) => change(name, currentTarget.value)}
          />
        ))}
      </SimpleGrid>
      <Button
        type="submit"
        style={{ alignSelf: 'flex-start' }}
        loading={enter.isPending}
        onClick={() => enter.attempt(inputOf(typed))}
      >
        {t`Save the last numbers on paper`}
      </Button>
    </Stack>
  );
}

type TypedNumbers = Record<keyof typeof counted, number> & Record<keyof typeof listed, string>;

function inputOf(typed: TypedNumbers): LastNumbers {
  const list = (text: string) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  return {
    ...mapped(counted, (_, name) => Number(typed[name])),
    ...mapped(listed, (_, name) => list(typed[name])),
  };
}

/** `R-000123` → 123 */
function digitsOf(number: string | undefined): number {
  return Number(/\d+$/.exec(number ?? '')?.[0] ?? 0);
}

function entriesOf<Of extends object>(of: Of): [keyof Of & string, Of[keyof Of]][] {
  return Object.entries(of) as [keyof Of & string, Of[keyof Of]][];
}

function mapped<Of extends object, Value>(
  of: Of,
  make: (one: Of[keyof Of], name: keyof Of) => Value,
): Record<keyof Of, Value> {
  return Object.fromEntries(entriesOf(of).map(([name, one]) => [name, make(one, name)])) as Record<
    keyof Of,
    Value
  >;
}
