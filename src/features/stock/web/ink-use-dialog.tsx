import { Group, NumberInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { dayInIndia, formatCount } from '#shared/format.ts';
import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';
import type { Ink } from '../ink-contract.ts';
import { formatQuantity, unitLabels } from '../rules.ts';
import { OwnFields } from './own-fields.tsx';
import { useKindOptions } from './stock-lists.ts';

type Kind = 'run' | 'days';

/** Records the ink used by a closed run, or in a range of days. */
export function InkUseDialog({ inks, onClose }: { inks: readonly Ink[]; onClose: () => void }) {
  const today = dayInIndia(new Date());
  const [inkId, setInkId] = useState<string | null>(null);
  const [quantity, setQuantity] = useState<number | string>('');
  const [kind, setKind] = useState<Kind>('run');
  const [runNumber, setRunNumber] = useState('');
  const [from, setFrom] = useState(today);
  const [to, setTo] = useState(today);
  const [remarks, setRemarks] = useState('');
  const options = useKindOptions(inks);
  const ink = inks.find(({ id }) => id === inkId);
  return (
    <CommandDialog
      title={t`Record ink use`}
      confirmLabel={t`Record ink use`}
      call={client.stock.recordInkUse}
      fault={() => missing(ink, quantity, kind === 'days' || runNumber.trim() !== '')}
      input={() => ({
        inkId: ink!.id,
        quantity: Number(quantity),
        of: kind === 'run' ? { kind, runNumber } : { kind, from, to },
        remarks,
      })}
      done={({ sheets }) => t`The use is recorded beside ${formatCount(sheets)} printed sheets.`}
      onClose={onClose}
    >
      <OwnFields>
        <ChoiceInput
          label={t`Ink name`}
          required
          data-autofocus
          data={options}
          value={inkId}
          onChange={setInkId}
        />
        <NumberInput
          label={t`Used quantity`}
          description={ink && t`${formatQuantity(ink.inStock, ink.unit)} in stock.`}
          required
          min={1}
          allowDecimal={false}
          suffix={ink && ` ${said(unitLabels[ink.unit])}`}
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
      </OwnFields>
    </CommandDialog>
  );
}

function missing(ink: Ink | undefined, quantity: number | string, hasPlace: boolean): string | null {
  if (!ink) return t`Choose the ink.`;
  if (!(Number(quantity) > 0)) return t`Enter the quantity used.`;
  return hasPlace ? null : t`Enter the run number.`;
}
