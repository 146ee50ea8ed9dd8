import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { t } from '#shared/words.ts';
import type { LastNumbers, Recovery, RecoveryKind } from '../contract.ts';

type Field = { kind: RecoveryKind; label: string; isList?: boolean };

const fields: Record<keyof LastNumbers, Field> = {
  acknowledgementNumber: { kind: 'acknowledgement', label: t`Last acknowledgement number` },
  runNumber: { kind: 'print_run', label: t`Last print run number` },
  depositSlipNumber: { kind: 'deposit_slip', label: t`Last deposit slip number` },
  bundleNumber: { kind: 'bundle', label: t`Last bundle number` },
  convocationNumbers: { kind: 'convocation', label: t`Last convocation number`, isList: true },
  serials: { kind: 'serial', label: t`Last serial number`, isList: true },
};

/** What was found on paper, begun with what the portal knows. */
export function LastNumbersForm({ recovery }: { recovery: Recovery }) {
  const [typed, setTyped] = useState(() => ofEach((field) => knownOf(recovery, field)));
  const enter = useCommand(client.recoveries.enterLastNumbers);
  return (
    <Stack gap="sm" component="form" onSubmit={(event) => event.preventDefault()}>
      {enter.error !== null && <ErrorNotice error={enter.error} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {names.map((name) => (
          <TextInput
            key={name}
            label={fields[name].label}
            inputMode={fields[name].isList ? 'text' : 'numeric'}
            description={
              fields[name].isList && t`As it is printed; one of each count or stock, separated by commas.`
            }
            value={typed[name]}
            onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
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

type Name = keyof LastNumbers;
const names = Object.keys(fields) as Name[];

function ofEach<Value>(make: (field: Field, name: Name) => Value): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(fields[name], name)])) as Record<Name, Value>;
}

/** Of numbers that only count the digits: `R-000123` → 123 */
function knownOf({ numbers }: Recovery, { kind, isList }: Field): string {
  const known = numbers.filter((one) => one.kind === kind).map((one) => one.found ?? one.kept ?? '');
  return isList ? known.join(', ') : String(Number(/\d*$/.exec(known[0] ?? '')![0]));
}

function inputOf(typed: Record<Name, string>): LastNumbers {
  return ofEach(({ isList }, name) =>
    isList ? (typed[name].match(/[^,\s][^,]*/g) ?? []) : Number(typed[name]),
  ) as LastNumbers;
}
