import { Group, NumberInput, SegmentedControl, Table, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { client } from '#features/client.ts';
import { useMay } from '#platform/web/api/session.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { dayInIndia, formatCount } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { Ink } from '../ink-contract.ts';
import { formatQuantity, unitLabels } from '../rules.ts';
import { OwnFields } from './own-fields.tsx';
import { LowMark } from './stock-left.tsx';
import { inkUseList, useInks, useKindOptions } from './stock-lists.ts';

/** /admin/ink-use, and a part of /<desk>/stock: the ink used, the sheets printed, and what is left of each ink. */
export function InkUsePage({ title = t`Ink use`, children }: { title?: string; children?: ReactNode }) {
  const mayRecord = useMay('stock:record_ink_use');
  const inks = useInks();
  const kindName = useKindName();
  return (
    <ListScreen
      title={title}
      searchPlaceholder={t`Search ink use...`}
      emptyMessage={t`No ink use found`}
      emptyHelp={t`Record how much ink the print room uses, so that it is ordered in time.`}
      list={inkUseList}
      rowLabel={(row) => kindName(row.ink, row.colour)}
      toolbarActions={
        mayRecord
          ? [
              {
                label: t`Record ink use`,
                icon: IconPlus,
                isPrimary: true,
                reason: inks.data?.some((ink) => ink.inStock > 0) === false ? t`No ink is in stock.` : null,
                dialog: (onClose) => <InkUseDialog inks={inks.data ?? []} onClose={onClose} />,
              },
            ]
          : undefined
      }
    >
      {children}
      {inks.error && <ErrorNotice error={inks.error} />}
      <InkTable inks={inks.data?.filter(({ hasRecords }) => hasRecords) ?? []} />
    </ListScreen>
  );
}

/** What is in stock of each ink, and how fast it goes. */
function InkTable({ inks }: { inks: readonly Ink[] }) {
  const kindName = useKindName();
  const used = (header: string, quantity: (ink: Ink) => number) => ({
    header,
    align: 'right' as const,
    value: (ink: Ink) => formatQuantity(quantity(ink), ink.unit),
  });
  if (inks.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={560} flex="none">
      <PlainTable<Ink>
        verticalSpacing={4}
        aria-label={t`Use of each ink`}
        rows={inks}
        columns={{
          ink: { header: t`Ink name`, value: ({ name, colour }) => kindName(name, colour) },
          inStock: {
            ...used(t`In stock`, ({ inStock }) => inStock),
            render: (ink) => (
              <>
                {formatQuantity(ink.inStock, ink.unit)} <LowMark kind={ink} />
              </>
            ),
          },
          thisMonth: used(t`Used this month`, ({ usedThisMonth }) => usedThisMonth),
          lastMonth: used(t`Used last month`, ({ usedLastMonth }) => usedLastMonth),
          yield: {
            header: t`Sheets per unit`,
            align: 'right',
            value: ({ measuredYield: measured, sheetsPerUnit }) =>
              measured && t`${formatCount(measured)}, expected ${formatCount(sheetsPerUnit)}`,
          },
        }}
      />
    </Table.ScrollContainer>
  );
}

type Kind = 'run' | 'days';

/** Records the ink used by a closed run, or in a range of days. */
function InkUseDialog({ inks, onClose }: { inks: readonly Ink[]; onClose: () => void }) {
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
          suffix={ink && ` ${translateLabel(unitLabels[ink.unit])}`}
          value={quantity}
          onChange={setQuantity}
        />
        <SegmentedControl
          aria-label={t`Used for`}
          data={optionsOf({ run: t`A print run`, days: t`Days` })}
          value={kind}
          onChange={setKind}
        />
        {kind === 'run' ? (
          <TextInput
            label={t`Print run`}
            description={t`A closed run, for example R-000012.`}
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
