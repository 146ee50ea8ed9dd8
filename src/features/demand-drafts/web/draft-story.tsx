import { ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { labelIn } from '#features/audit/columns.ts';
import { api } from '#features/client.ts';
import { type PlainColumns, PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Money } from '#platform/web/components/values.tsx';
import { auditEventLabels } from '#shared/audit-names.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import { formatRupees } from '#shared/format.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { type RecordRef, recordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { DemandDraft, DemandDraftDetail } from '../contract.ts';

type Detail = DemandDraftDetail;

function applicationOf({ applicationId }: Detail['allocations'][number]): RecordRef {
  return { kind: 'application', id: applicationId };
}

const allocationColumns: PlainColumns<Detail['allocations'][number]> = {
  registrationNumber: { header: t`Registration number`, record: applicationOf },
  candidateName: { header: t`Candidate name` },
  acknowledgementNumber: {
    header: t`Acknowledgement number`,
    value: (one) => formatAcknowledgement(one.acknowledgementNumber),
    record: applicationOf,
  },
  certificateState: {
    header: t`Certificate`,
    value: ({ certificateState }) => certificateState && labelIn(certificateStateLabels, certificateState),
  },
  reprintOf: { header: t`Reprint of`, record: ({ reprintOf }) => recordRef('certificate', reprintOf) },
  amount: { header: t`From this draft`, kind: 'rupees' },
  pendingAmount: {
    header: t`Pending now`,
    kind: 'rupees',
    render: (one) => <Money amount={one.pendingAmount} isDue dashAtZero />,
  },
};

const refundColumns: PlainColumns<Detail['refunds'][number]> = {
  amount: { header: t`Amount`, kind: 'rupees' },
  paidTo: { header: t`Paid to` },
  reference: { header: t`Reference` },
  refundedBy: { header: t`Recorded by` },
  refundedAt: { header: t`At`, kind: 'moment' },
};

const historyColumns: PlainColumns<Detail['history'][number]> = {
  at: { header: '', kind: 'moment', width: '11rem' },
  event: { header: '', value: ({ event }) => labelIn(auditEventLabels, event) },
  by: { header: '' },
};

/** Below the fields of a draft: what it pays for, refunds, and its history. */
export function DraftStory({ draft, hasTimeline = false }: { draft: DemandDraft; hasTimeline?: boolean }) {
  const { data, error } = useQuery(api.demandDrafts.getDraft.queryOptions({ input: { id: draft.id } }));
  if (error) return <ErrorNotice error={error} />;
  if (!data) return null;
  return (
    <Stack gap="md">
      <Part
        title={isPaying(draft) ? t`Pays for` : t`Paid for, no longer counted`}
        absence={t`No application yet.`}
        columns={allocationColumns}
        rows={data.allocations}
        rowId={(one) => `${one.applicationId} ${one.reprintOf}`}
      />
      {data.allocatedBefore > 0 && (
        <Text size="sm">{t`Used before the portal: ${formatRupees(data.allocatedBefore)}.`}</Text>
      )}
      {data.refunds.length > 0 && (
        <Part title={t`Refunds`} columns={refundColumns} rows={data.refunds} rowId={(one) => one.id} />
      )}
      {data.replaces.length > 0 && (
        <Text size="sm">
          {t`Replaces ${data.replaces.map((one) => `${one.number} (${one.bank})`).join(', ')}.`}
        </Text>
      )}
      {!hasTimeline && (
        <Part
          title={t`History`}
          absence={t`Nothing is recorded.`}
          columns={historyColumns}
          rows={data.history}
          rowId={(one) => `${one.at} ${one.event}`}
        />
      )}
    </Stack>
  );
}

function isPaying({ state, replacedById }: DemandDraft): boolean {
  return state !== 'returned_by_bank' && replacedById === null;
}

function Part<Row>(props: {
  title: string;
  absence?: string;
  columns: PlainColumns<Row>;
  rows: readonly Row[];
  rowId: (row: Row) => string;
}) {
  const { title, absence, ...table } = props;
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {title}
      </Title>
      {table.rows.length === 0 ? (
        <Text size="sm">{absence}</Text>
      ) : (
        <ScrollArea>
          <PlainTable {...table} />
        </ScrollArea>
      )}
    </section>
  );
}
