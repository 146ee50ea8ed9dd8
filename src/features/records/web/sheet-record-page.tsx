import { IconPackages } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { type BlankState, blankStateLabels } from '#features/stock/blank-states.ts';
import { placeOf } from '#features/stock/columns.ts';
import type { BlankHistory } from '#features/stock/custody-contract.ts';
import { BlankMovements } from '#features/stock/web/blank-history-dialog.tsx';
import type { DetailField, RowAction } from '#platform/web/components/list.tsx';
import { Loaded, Section } from '#platform/web/components/page.tsx';
import { Day, StatusBadge } from '#platform/web/components/values.tsx';
import { KindName, useKindName } from '#platform/web/languages/stock-words.tsx';
import { paths } from '#shared/paths.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { RecordPage } from '../contract.ts';
import { RecordFrame, useRecordKey } from './record-page.tsx';

const tones = {
  in_store: 'neutral',
  issued: 'active',
  bound: 'active',
  printed: 'good',
  spoilt: 'bad',
  destroyed: 'neutral',
  missing: 'bad',
} as const satisfies Record<BlankState, string>;

/** Sheets are issued, returned and recorded as spoilt, missing or found on the custody page. */
const actions: RowAction<BlankHistory>[] = [
  {
    label: t`Open custody`,
    icon: IconPackages,
    isFor: 'stock:issue',
    to: () => paths.admin.custody,
  },
];

/** /<desk>/records/sheet/<serial or id>. */
export function SheetRecordPage() {
  const key = useRecordKey();
  const record = useQuery(api.records.getSheetRecord.queryOptions({ input: { key } }));
  return <Loaded query={record}>{(found) => <SheetRecord record={found} />}</Loaded>;
}

function SheetRecord({ record }: { record: RecordPage }) {
  const kindName = useKindName();
  const own = useQuery(api.stock.findBlank.queryOptions({ input: { serial: record.number } }));
  return (
    <RecordFrame
      record={record}
      own={own}
      subject={({ paper, colour }) => kindName(paper, colour)}
      badge={({ state }) => <StatusBadge tone={tones[state]} label={blankStateLabels[state]} />}
      fields={sheetFields}
      actions={actions}
    >
      {({ movements }) => (
        <Section title={t`Custody`}>
          <BlankMovements movements={movements} />
        </Section>
      )}
    </RecordFrame>
  );
}

function sheetFields(row: BlankHistory): DetailField[] {
  // A printed sheet is in no run any more: that of its last binding is the one that a reader looks for.
  const runNumber = row.runNumber ?? row.movements.findLast((one) => one.runNumber !== null)?.runNumber;
  return [
    { label: t`Paper`, value: <KindName name={row.paper} colour={row.colour} /> },
    { label: t`State`, value: placeOf(row.state, row.holder) },
    { label: t`Received on`, value: <Day value={row.receivedOn} /> },
    {
      label: t`Print run`,
      value: runNumber,
      record: recordRef('run', runNumber),
    },
  ];
}
