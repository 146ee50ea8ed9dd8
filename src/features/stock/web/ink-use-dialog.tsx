import { Group, NumberInput, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { dayInIndia } from '#shared/dates.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { Ink } from '../ink-contract.ts';
import { formatQuantity, unitLabel } from '../rules.ts';

type Kind = 'run' | 'days';

/** Records what ink a closed run used, or what was used in some days. */
export function InkUseDialog({ inks, onClose }: { inks: readonly Ink[]; onClose: () => void }) {
  const today = dayInIndia(new Date());
  const [inkId, setInkId] = useState<string | null>(null);
  const [quantity, setQuantity] = useState<number | string>('');
  const [kind, setKind] = useState<Kind>('run');
  const [runNumber, setRunNumber] = useState('');
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const [remarks, setRemarks] = useState('');
  const ink = inks.find(({ id }) => id === inkId);
  const command = useCommand(client.stock.recordInkUse, {
    onSuccess: ({ sheets }) => {
      notifications.show({
        message: t`The use is recorded beside ${formatCount(sheets)} printed sheets.`,
        color: 'green',
      });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Record ink use`}
      confirmLabel={t`Record ink use`}
      reason={missing(ink, quantity, kind === 'days' || runNumber.trim() !== '')}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command.attempt({
          inkId: ink!.id,
          quantity: Number(quantity),
          of: kind === 'run' ? { kind, runNumber } : { kind, from, to },
          remarks,
        })
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <ChoiceInput
          label={t`Ink name`}
          required
          data-autofocus
          data={inks.map(({ id, name, colour, code }) => ({
            value: id,
            label: `${name}, ${colour} (${code})`,
          }))}
          value={inkId}
          onChange={setInkId}
        />
        <NumberInput
          label={t`Used quantity`}
          description={ink && t`${formatQuantity(ink.inStock, ink.unit)} in stock.`}
          required
          min={1}
          allowDecimal={false}
          suffix={ink && ` ${unitLabel(ink.unit)}`}
          value={quantity}
          onChange={setQuantity}
        />
        <SegmentedControl
          aria-label={t`Used for`}
          data={[
            { value: 'run', label: t`A print run` },
            { value: 'days', label: t`Days` },
          ]}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
        {kind === 'run' ? (
          <TextInput
            label={t`Print run`}
            description={t`A closed one, such as R-000012.`}
            required
            value={runNumber}
            onChange={(event) => setRunNumber(event.currentTarget.value)}
          />
        ) : (
          <Group grow>
            <DayInput label={t`From`} required maxDay={today} value={from} onChange={setFrom} />
            <DayInput label={t`To`} required maxDay={today} value={to} onChange={setTo} />
          </Group>
        )}
        <Textarea
          label={t`Remarks`}
          autosize
          maxLength={500}
          value={remarks}
          onChange={(event) => setRemarks(event.currentTarget.value)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

function missing(ink: Ink | undefined, quantity: number | string, hasPlace: boolean): string | null {
  if (!ink) return t`Choose the ink.`;
  if (!(Number(quantity) > 0)) return t`Enter the quantity used.`;
  return hasPlace ? null : t`Enter the run number.`;
}
