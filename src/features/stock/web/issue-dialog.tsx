import { NumberInput, SegmentedControl, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { formatCount } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { roleLabels } from '#shared/roles.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { PaperCustody } from '../custody-contract.ts';
import { maximumSheetsPerAct, sheetsIn } from '../serials.ts';
import { OwnFields } from './own-fields.tsx';
import { readSerials, SerialsInput } from './serials-input.tsx';

type Way = 'first' | 'named';

/** Issues sheets to a person: the first ones in serial order, or given serials. */
export function IssueDialog({ paper, onClose }: { paper: PaperCustody; onClose: () => void }) {
  const kindName = useKindName();
  const [holderId, setHolderId] = useState<string | null>(null);
  const [way, setWay] = useState<Way>('first');
  const [count, setCount] = useState<number | string>('');
  const [serials, setSerials] = useState('');
  const holders = useQuery(api.stock.listHolders.queryOptions());
  const most = Math.min(paper.inStore, maximumSheetsPerAct);
  const named = readSerials(serials);
  const quantity = way === 'first' ? Number(count) : sheetsIn(named.ranges);
  const holder = holders.data?.holders.find(({ id }) => id === holderId);
  const reason = !holder
    ? t`Choose who gets the sheets.`
    : way === 'named'
      ? named.reason
      : quantity < 1 || quantity > most
        ? t`Choose 1 to ${formatCount(most)} sheets.`
        : null;
  return (
    <CommandDialog
      title={t`Issue sheets of ${kindName(paper.name, paper.colour)}`}
      confirmLabel={t`Issue`}
      call={client.stock.issueBlanks}
      fault={() => reason}
      input={() => ({
        id: paper.id,
        holderId: holderId!,
        sheets: way === 'first' ? { count: quantity } : { serials: named.ranges },
      })}
      done={(issued) => t`${issued.serials} are issued to ${holder?.name ?? ''}.`}
      onClose={onClose}
    >
      <OwnFields>
        <ChoiceInput
          label={t`Issued to`}
          required
          data-autofocus
          data={(holders.data?.holders ?? []).map(({ id, name, role }) => ({
            value: id,
            label: `${name} (${translateLabel(roleLabels[role])})`,
          }))}
          value={holderId}
          onChange={setHolderId}
        />
        <SegmentedControl
          aria-label={t`Which sheets`}
          data={optionsOf({ first: t`First in serial order`, named: t`Named serials` })}
          value={way}
          onChange={setWay}
        />
        {way === 'first' ? (
          <NumberInput
            label={t`Sheets`}
            description={t`${formatCount(paper.inStore)} are in store.`}
            required
            min={1}
            max={most}
            allowDecimal={false}
            value={count}
            onChange={setCount}
          />
        ) : (
          <SerialsInput value={serials} onChange={setSerials} />
        )}
        {reason === null && (
          <Text size="sm">
            {t`${formatCount(quantity)} sheets leave the store. ${holder!.name} answers for them until they are printed on, returned or spoilt.`}
          </Text>
        )}
        {holders.error && <ErrorNotice error={holders.error} />}
      </OwnFields>
    </CommandDialog>
  );
}
