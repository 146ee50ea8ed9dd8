import { Anchor, Group, ScrollArea, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#features/client.ts';
import { Loading } from '#platform/web/components/loading.tsx';
import { Section } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount } from '#shared/format.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import { placeOf } from '../columns.ts';
import type { Balance, BlankRange } from '../custody-contract.ts';
import { BlankHistoryDialog } from './blank-history-dialog.tsx';
import { useCustody } from './stock-lists.ts';

/** Where the sheets of a delivery are: balances, serial ranges, and one sheet's history. */
export function ReceiptCustodyTable({ receiptId, paperId }: { receiptId: string; paperId: string }) {
  const { data, error } = useCustody();
  const receipt = data?.find(({ id }) => id === paperId)?.receipts.find(({ id }) => id === receiptId);
  return (
    <Section title={t`Where the sheets are`} order={3}>
      {error && <ErrorNotice error={error} />}
      {receipt && <BalanceLine accepted={receipt.accepted} balances={receipt.balances} />}
      <BlankRanges receiptId={receiptId} />
    </Section>
  );
}

/** The serials of a delivery in ranges of one state and holder, down to one sheet's history. */
export function BlankRanges({ receiptId }: { receiptId: string }) {
  const { data, error } = useQuery(api.stock.listBlankRanges.queryOptions({ input: { id: receiptId } }));
  const [shown, setShown] = useState<string | null>(null);
  if (error) return <ErrorNotice error={error} />;
  if (!data) return <Loading size="sm" />;
  return (
    <>
      <RangeTable ranges={data.ranges} onOpen={setShown} />
      {shown && <BlankHistoryDialog serial={shown} onClose={() => setShown(null)} />}
    </>
  );
}

/** Such as `250 accepted = In store 210 + Issued, Prakash Gowda 40`. */
export function BalanceLine({ accepted, balances }: { accepted: number; balances: readonly Balance[] }) {
  const parts = balances.map(
    ({ state, holder, quantity }) => `${placeOf(state, holder)} ${formatCount(quantity)}`,
  );
  return (
    <Text size="sm">
      {t`${formatCount(accepted)} accepted`} = {parts.join(' + ')}
    </Text>
  );
}

const shownRanges = 50;

/** Clicking the first serial of a range opens its history. */
function RangeTable({ ranges, onOpen }: { ranges: readonly BlankRange[]; onOpen: (serial: string) => void }) {
  const [isAll, setIsAll] = useState(false);
  const shown = isAll ? ranges : ranges.slice(0, shownRanges);
  return (
    <>
      <ScrollArea.Autosize mah="18rem" viewportProps={{ tabIndex: 0, 'aria-label': t`Serials` }}>
        <PlainTable
          verticalSpacing={4}
          rows={shown}
          rowId={({ firstSerial }) => firstSerial}
          columns={{
            serials: {
              header: t`Serials`,
              render: ({ firstSerial, lastSerial, quantity }) => (
                <Group gap={4} wrap="nowrap">
                  <SerialButton serial={firstSerial} onOpen={onOpen} />
                  {quantity > 1 && (
                    <>
                      –
                      <SerialButton serial={lastSerial} onOpen={onOpen} />
                    </>
                  )}
                </Group>
              ),
            },
            quantity: { header: t`Sheets`, kind: 'number' },
            place: { header: t`State and holder`, value: ({ state, holder }) => placeOf(state, holder) },
            runNumber: {
              header: t`Run`,
              render: ({ runNumber }) => runNumber,
              record: ({ runNumber }) => recordRef('run', runNumber),
            },
          }}
        />
      </ScrollArea.Autosize>
      {ranges.length > shown.length && (
        <Anchor component="button" type="button" size="sm" ta="left" onClick={() => setIsAll(true)}>
          {t`Show all ${formatCount(ranges.length)} ranges`}
        </Anchor>
      )}
    </>
  );
}

function SerialButton({ serial, onOpen }: { serial: string; onOpen: (serial: string) => void }) {
  return (
    <Anchor
      component="button"
      type="button"
      size="sm"
      ff="monospace"
      underline="always"
      aria-label={t`History of ${serial}`}
      onClick={() => onOpen(serial)}
    >
      {serial}
    </Anchor>
  );
}
